/** Requests that a parser in front may read otherwise, by what is wrong with each. */
const post = (path: string, headers: string, body = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`;
const get = (path: string, headers: string, version = 'HTTP/1.1') => `GET ${path} ${version}\r\n${headers}\r\n\r\n`;
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;

export interface Payload {
  name: string;
  text: string;
}

const named = (payloads: Record<string, string>): Payload[] =>
  Object.entries(payloads).map(([name, text]) => ({ name, text }));

/** C01: two lengths. `hidden` is what would be a second request to a reader of the other length. */
export const lengths = (path: string, hidden: string): Payload[] => {
  const both = (te: string) => `Content-Length: ${hidden.length + 5}\r\n${te}`;
  return named({
    'CL.TE': post(path, both('Transfer-Encoding: chunked'), `0\r\n\r\n${hidden}`),
    'TE.CL': post(path, 'Transfer-Encoding: chunked\r\nContent-Length: 4', chunk(hidden)),
    'CL.TE in capitals': post(path, both('TRANSFER-ENCODING: CHUNKED'), `0\r\n\r\n${hidden}`),
    'CL.TE with a space before the colon': post(path, both('Transfer-Encoding : chunked'), `0\r\n\r\n${hidden}`),
    'CL.TE folded': post(path, both('Transfer-Encoding:\r\n chunked'), `0\r\n\r\n${hidden}`),
    'CL.TE xchunked': post(path, both('Transfer-Encoding: xchunked'), `0\r\n\r\n${hidden}`),
    'CL.TE identity': post(path, both('Transfer-Encoding: identity'), `0\r\n\r\n${hidden}`),
    'CL.TE gzip, chunked': post(path, both('Transfer-Encoding: gzip, chunked'), `0\r\n\r\n${hidden}`),
    'two lengths': post(path, `Content-Length: 0\r\nContent-Length: ${hidden.length}`, hidden),
    'two lengths, the longer first': post(path, `Content-Length: ${hidden.length}\r\nContent-Length: 0`, hidden),
    'the same length twice': post(path, 'Content-Length: 2\r\nContent-Length: 2', '{}'),
    'a list of lengths': post(path, 'Content-Length: 2, 2', '{}'),
    'a list of two lengths': post(path, `Content-Length: 0, ${hidden.length}`, hidden),
    'a length with a plus': post(path, 'Content-Length: +2', '{}'),
    'a negative length': post(path, 'Content-Length: -1', '{}'),
    'a length with a space inside': post(path, 'Content-Length: 1 0', '{}'),
    'a hexadecimal length': post(path, 'Content-Length: 0x2', '{}'),
    'a length with an exponent': post(path, 'Content-Length: 2e0', '{}'),
    'a length with a comma': post(path, 'Content-Length: 2,', '{}'),
    'an empty length': post(path, 'Content-Length:', '{}'),
    'a length that overflows': post(path, 'Content-Length: 18446744073709551618', '{}'),
    'a length in other digits': post(path, 'Content-Length: \u00b2', '{}'),
    'a quoted length': post(path, 'Content-Length: "2"', '{}'),
    'a length with a vertical tab': post(path, 'Content-Length: \u000b2', '{}'),
    'a name with a null': post(path, 'Content-Length\u0000: 2', '{}'),
  });
};

/** C02: transfer codings other than exactly `chunked`. */
export const codings = (path: string, body: string): Payload[] =>
  named({
    xchunked: post(path, 'Transfer-Encoding: xchunked', chunk(body)),
    identity: post(path, 'Transfer-Encoding: identity', chunk(body)),
    gzip: post(path, 'Transfer-Encoding: gzip', chunk(body)),
    'gzip, chunked': post(path, 'Transfer-Encoding: gzip, chunked', chunk(body)),
    'identity, chunked': post(path, 'Transfer-Encoding: identity, chunked', chunk(body)),
    'chunked, identity': post(path, 'Transfer-Encoding: chunked, identity', chunk(body)),
    'chunked, chunked': post(path, 'Transfer-Encoding: chunked, chunked', chunk(body)),
    'chunked twice': post(path, 'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked', chunk(body)),
    'identity and chunked': post(path, 'Transfer-Encoding: identity\r\nTransfer-Encoding: chunked', chunk(body)),
    'chunked and identity': post(path, 'Transfer-Encoding: chunked\r\nTransfer-Encoding: identity', chunk(body)),
    quoted: post(path, 'Transfer-Encoding: "chunked"', chunk(body)),
    'with a parameter': post(path, 'Transfer-Encoding: chunked;q=1', chunk(body)),
    'with a comma': post(path, 'Transfer-Encoding: ,chunked', chunk(body)),
    'with a comma after it': post(path, 'Transfer-Encoding: chunked,', chunk(body)),
    'with a vertical tab': post(path, 'Transfer-Encoding: \u000bchunked', chunk(body)),
    empty: post(path, 'Transfer-Encoding:', chunk(body)),
    'in HTTP/1.0': post(path, 'Transfer-Encoding: chunked', chunk(body)).replace('HTTP/1.1', 'HTTP/1.0'),
  });

/** C03: chunks that are none. */
export const chunks = (path: string, body: string): Payload[] => {
  const chunked = (text: string) => post(path, 'Transfer-Encoding: chunked', text);
  const size = body.length.toString(16);
  return named({
    'a size that overflows': chunked(`FFFFFFFFFFFFFFFFF\r\n${body}\r\n0\r\n\r\n`),
    'a negative size': chunked(`-1\r\n${body}\r\n0\r\n\r\n`),
    'a size with 0x': chunked(`0x${size}\r\n${body}\r\n0\r\n\r\n`),
    'a size with a space before it': chunked(` ${size}\r\n${body}\r\n0\r\n\r\n`),
    'an extension of 20 kB': chunked(`${size};${'a'.repeat(20_000)}\r\n${body}\r\n0\r\n\r\n`),
    'line feeds only': chunked(`${size}\n${body}\n0\n\n`),
    'no line end after the data': chunked(`${size}\r\n${body}0\r\n\r\n`),
    'a length among the trailers': chunked(`${size}\r\n${body}\r\n0\r\nContent-Length: 3\r\n\r\n`),
  });
};

/** C04: header lines that are none. */
export const lines = (path: string): Payload[] =>
  named({
    'obs-fold': get(path, 'Host: a\r\nX: a\r\n b'),
    'a space before the colon': get(path, 'Host : a'),
    'a bare carriage return': get(path, 'Host: a\rX: b'),
    'bare line feeds': `GET ${path} HTTP/1.1\nHost: a\n\n`,
    'one bare line feed': `GET ${path} HTTP/1.1\r\nHost: a\nX: b\r\n\r\n`,
    'a null in a value': get(path, 'Host: a\r\nX: a\u0000b'),
    'a null in a name': get(path, 'Host: a\r\nX\u0000: b'),
    'a byte above 0x7f in a name': get(path, 'Host: a\r\nX\u0080: b'),
    'no colon': get(path, 'Host: a\r\nX'),
    'an empty name': get(path, 'Host: a\r\n: b'),
    'a line before the first header': `GET ${path} HTTP/1.1\r\n Host: a\r\n\r\n`,
  });

/** B20, B21: other versions, and hosts that are none. */
export const hosts = (path: string): Payload[] =>
  named({
    'HTTP/0.9': get(path, 'Host: a', 'HTTP/0.9'),
    'HTTP/0.9 without a version': `GET ${path}\r\n`,
    'HTTP/2.0': get(path, 'Host: a', 'HTTP/2.0'),
    'HTTP/1.2': get(path, 'Host: a', 'HTTP/1.2'),
    'HTTP/3.0': get(path, 'Host: a', 'HTTP/3.0'),
    'the preface of HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'no host': get(path, 'X: a'),
    'two hosts': get(path, 'Host: a\r\nHost: b'),
    'the same host twice': get(path, 'Host: a\r\nhost: a'),
    'an empty host': get(path, 'Host:'),
    'a host with a path': get(path, 'Host: a/b'),
    'a host with a user': get(path, 'Host: a@b'),
    'a list of hosts': get(path, 'Host: a, b'),
    'a host with a port that is none': get(path, 'Host: a:b'),
    'two hosts in HTTP/1.0': get(path, 'Host: a\r\nHost: b', 'HTTP/1.0'),
  });
