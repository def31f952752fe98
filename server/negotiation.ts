import { acceptsJson, type Coding, chooseCoding, prefersEventStream } from '../contracts/http.ts';

/** More different headers than these are not remembered: memory stays bounded. */
const mostRemembered = 1_000;

/** Clients of one kind send the same headers, so each is taken apart once: it costs more than the rest of a held reply. */
function remembered<R>(negotiate: (header: string) => R): (header: string) => R {
  const known = new Map<string, R>();
  return (header) => {
    const found = known.get(header);
    if (found !== undefined) return found;
    const result = negotiate(header);
    if (known.size >= mostRemembered) known.clear();
    known.set(header, result);
    return result;
  };
}

const codingFor = remembered(chooseCoding);
const acceptsJsonIn = remembered(acceptsJson);
const prefersStreamIn = remembered(prefersEventStream);

/** The content coding to send. */
export const codingOf = (acceptEncoding: string | undefined): Coding =>
  acceptEncoding === undefined ? 'identity' : codingFor(acceptEncoding);

/**
 * Whether a client that sends this `Accept` is to be sent JSON.
 *
 * @param isStream the same URL can also be followed as a stream.
 */
export const takesJson = (accept: string | undefined, isStream: boolean): boolean =>
  accept === undefined || (acceptsJsonIn(accept) && !(isStream && prefersStreamIn(accept)));
