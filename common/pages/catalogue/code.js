/**
 * A request as code for a terminal or an app. Each text can be pasted and run as it is.
 *
 * @typedef {object} WireRequest
 * @property {string} method
 * @property {string} url whole address
 * @property {Record<string, string>} headers
 * @property {string | undefined} body
 */
import { quoted } from '../shared/text.js';
import { codeBlock, element, tabs } from './elements.js';

/** @param {WireRequest} request */
const curl = ({ method, url, headers, body }) =>
  [
    `curl -i ${quoted(url)}`,
    ...(method === 'POST' && body === undefined ? ['-X POST'] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(body)}`]),
  ].join(' \\\n  ');

/** @param {WireRequest} request */
const httpie = ({ method, url, headers, body }) =>
  [
    `http --ignore-stdin ${method} ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => quoted(`${name}:${value}`)),
    ...(body === undefined ? [] : [`--raw ${quoted(body)}`]),
  ].join(' \\\n  ');

/** @param {WireRequest} request */
const typescript = ({ method, url, headers, body }) => `const reply = await fetch(${JSON.stringify(url)}, {
  method: '${method}',
  headers: ${JSON.stringify(headers, null, 2).replaceAll('\n', '\n  ')},${body === undefined ? '' : `\n  body: ${JSON.stringify(body)},`}
});
console.log(reply.status, await reply.text());`;

/** @param {WireRequest} request */
const swift = ({ method, url, headers, body }) =>
  [
    'import Foundation',
    '',
    `var request = URLRequest(url: URL(string: ${JSON.stringify(url)})!)`,
    `request.httpMethod = "${method}"`,
    ...Object.entries(headers).map(
      ([name, value]) => `request.setValue(${JSON.stringify(value)}, forHTTPHeaderField: "${name}")`,
    ),
    ...(body === undefined ? [] : [`request.httpBody = Data(${JSON.stringify(body)}.utf8)`]),
    'let (data, response) = try await URLSession.shared.data(for: request)',
    'print((response as! HTTPURLResponse).statusCode, String(decoding: data, as: UTF8.self))',
  ].join('\n');

/** `$` begins a template in a string of Kotlin. @param {string} text */
const kotlinText = (text) => JSON.stringify(text).replaceAll('$', '\\$');

/** @param {WireRequest} request */
const kotlin = ({ method, url, headers, body }) =>
  [
    'import java.net.HttpURLConnection',
    'import java.net.URL',
    '',
    'fun main() {',
    `    val connection = URL(${kotlinText(url)}).openConnection() as HttpURLConnection`,
    `    connection.requestMethod = "${method}"`,
    ...Object.entries(headers).map(
      ([name, value]) => `    connection.setRequestProperty("${name}", ${kotlinText(value)})`,
    ),
    ...(body === undefined
      ? []
      : [
          '    connection.doOutput = true',
          `    connection.outputStream.use { it.write(${kotlinText(body)}.toByteArray()) }`,
        ]),
    '    val status = connection.responseCode',
    '    val stream = if (status < 400) connection.inputStream else connection.errorStream',
    '    println(status)',
    '    println(stream?.bufferedReader()?.readText())',
    '}',
  ].join('\n');

/** @type {Record<string, (request: WireRequest) => string>} */
export const languages = { curl, TypeScript: typescript, Swift: swift, Kotlin: kotlin, HTTPie: httpie };

/** The language that was chosen last. */
let language = 'curl';

/**
 * The request in the language of the reader.
 *
 * @param {string} id unique on the page
 * @param {() => WireRequest} requestOf
 */
export function codeTabs(id, requestOf) {
  const contents = Object.entries(languages).map(([name, write]) => {
    const show = () => [codeBlock(element('code', {}, write(requestOf())), `Request in ${name}`)];
    return /** @type {const} */ ([name, show]);
  });
  const parts = tabs('Code', id, Object.fromEntries(contents), language, (name) => {
    language = name;
  });
  return element('div', { class: 'code' }, ...parts);
}
