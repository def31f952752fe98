import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection that writes down what is done with it. */
export function connection(more: object = {}) {
  const done: string[] = [];
  const socket = Object.assign(new EventEmitter(), {
    ...{ done, writable: true, writableEnded: false, bytesRead: 100, _httpMessage: undefined as unknown },
    end: (text?: string) => void done.push(text === undefined ? 'end' : `end ${text}`),
    destroy: () => void done.push('destroy'),
    destroySoon(this: unknown) {
      done.push(this === socket ? 'destroy soon' : 'destroy another');
    },
    ...more,
  });
  return socket as unknown as Socket & { done: string[]; bytesRead: number; _httpMessage: ServerResponse | null };
}

/** A request whose body has not arrived. */
export function request(headers: Readonly<Record<string, string>> = {}, more: object = {}): IncomingMessage {
  const own = { headers, complete: false, socket: connection(), ...more };
  return Object.assign(new EventEmitter(), own) as unknown as IncomingMessage;
}
