import type { PlantedFault } from './fault.ts';

const prism = 'mock/reply/prism.ts';
const resources = 'mock/reply/prism-resources.ts';
const violations = 'mock/reply/violations.ts';
const verdict = 'test/mock/prism.test.ts';
const words = 'test/mock/beyond-prism.test.ts';

/** Lies about what Prism decides in the mock. */
export const planted: readonly PlantedFault[] = [
  {
    title: "Prism's verdict on a request is ignored",
    file: prism,
    from: 'const violations = violationsOf(validations.input);',
    to: 'const violations = violationsOf(validations.input).slice(0, 0);',
    test: verdict,
  },
  {
    title: "Prism's verdict on a credential is ignored",
    file: prism,
    from: 'checkSecurity: true, validateRequest: true',
    to: 'checkSecurity: false, validateRequest: true',
    test: verdict,
  },
  {
    title: 'Prism is asked about the head of a request only, never about its body',
    file: prism,
    from: 'resources[part](operation)',
    to: 'resources.head(operation)',
    test: verdict,
  },
  {
    title: "Prism's verdict on an example is ignored",
    file: prism,
    from: 'body, misfits: violationsOf(validations.output) };',
    to: 'body, misfits: [] };',
    test: verdict,
  },
  {
    title: "Prism's verdict on a reply that the mock built is ignored",
    file: prism,
    from: 'const misfits = violationsOf(validations.output);',
    to: 'const misfits = violationsOf(validations.output).slice(0, 0);',
    test: verdict,
  },
  {
    title: 'Prism is not told which example answers',
    file: prism,
    from: 'code: reply.status, exampleKey, mediaTypes',
    to: 'code: reply.status, mediaTypes',
    test: verdict,
  },
  {
    title: "The mock sends the contract's own body in place of the example that Prism chose",
    file: 'mock/http/app.ts',
    from: 'reply: { ...reply, status, body } };',
    to: 'reply };',
    test: verdict,
  },
  {
    title: 'The headers of a contract are not checked',
    file: resources,
    from: 'value: given.get(name.toLowerCase())',
    to: 'value: undefined',
    test: verdict,
  },
  {
    title: 'Prism writes its references into the document that the pages show',
    file: resources,
    from: 'return { $ref };',
    to: 'return part;',
    test: words,
  },
  {
    title: 'A violation of the body is worded as a parameter',
    file: violations,
    from: "path[0] !== 'body' && path.length > 0",
    to: 'path.length > 0',
    test: words,
  },
  {
    title: 'A parameter is refused that Prism takes',
    file: violations,
    from: 'names.has(parameter) || isBeyondPrism(parameter)',
    to: 'names.has(parameter) || true',
    test: verdict,
  },
  {
    title: 'A parameter that a stricter document refuses is worded in English only',
    file: violations,
    from: 'schema && mustBe(schema, language)',
    to: "schema && mustBe(schema, 'en')",
    test: verdict,
  },
  {
    title: 'A body that only Prism refuses is taken',
    file: violations,
    from: '(worded.length > 0 ? worded : unworded)',
    to: 'worded',
    test: words,
  },
  {
    title: 'A cursor that names no place in the list is taken',
    file: violations,
    from: 'beyondPrism.emptyParameter(given) || beyondPrism.cursor(name, given)',
    to: 'beyondPrism.emptyParameter(given)',
    test: words,
  },
];
