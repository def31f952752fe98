import { expect } from 'chai';
import type { Interaction } from '../../../contracts/interactions/interaction.ts';
import { openApiDocument } from '../../../contracts/openapi/build.ts';
import { operationObject } from '../../../contracts/openapi/operation.ts';
import { schemaComponents, schemaOf } from '../../../contracts/openapi/schemas.ts';
import { operations } from '../../../contracts/operations.ts';

const operationOf = (id: string) => {
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error(`no operation ${id}`);
  return operation;
};

describe('operationObject', () => {
  const request = { body: { round_num: 1 } };
  const vote = (status: number): Interaction => ({
    ...{ route: 'fight_vote_cast', family: 'v3', consumer: 'mobile-es-us', receiving: 'a vote', given: [], request },
    reply: { status, body: {} },
  });
  const chat = operationOf('v1.chat');
  const cast = operationOf('v3.fight_vote_cast');

  it('omits empty examples', () => {
    const { responses } = operationObject(chat, []);
    expect(responses[200]).to.have.property('content').with.property('application/json').that.has.all.keys('schema');
    expect(responses[304]).to.have.all.keys('description', 'headers');
    const { requestBody } = operationObject(cast, []);
    expect(requestBody?.content['application/json']).to.have.all.keys('schema');
    expect(Object.keys(openApiDocument([]).paths)).to.have.length(62);
  });

  it('shows each accepted body', () => {
    const { requestBody } = operationObject(cast, [vote(201)]);
    const examples = { 'a vote': { summary: 'a vote', value: { round_num: 1 } } };
    expect(requestBody?.content['application/json']?.examples).to.deep.equal(examples);
  });

  it('refuses a contract with an unknown status', () => {
    expect(() => operationObject(cast, [vote(202)])).to.throw(
      '"a vote": v3.fight_vote_cast lists no reply with status 202',
    );
  });
});

describe('schemaOf and schemaComponents', () => {
  it('refer to named schemas', () => {
    for (const value of [null, 'x', 1, true]) expect(schemaOf(value)).to.equal(value);
    const named = { $id: 'One', type: 'string' };
    const reference = { $ref: '#/components/schemas/One' };
    expect(schemaOf(named)).to.deep.equal(reference);
    expect(schemaOf({ const: null, enum: ['a', null], items: named, allOf: [named] })).to.deep.equal({
      ...{ const: null, enum: ['a', null], items: reference, allOf: [reference] },
    });
  });

  it('include referenced schemas only', () => {
    const place = '#/components/schemas/';
    for (const part of [
      { description: `${place}Fighter` },
      { $ref: `x${place}Fighter` },
      { $ref: `${place}Fighter\n` },
      { $ref: 5 },
      { $ref: '#/components/headers/Link' },
    ]) {
      expect(schemaComponents(part), JSON.stringify(part)).to.deep.equal({});
    }
    expect(Object.keys(schemaComponents([{ $ref: `${place}ProblemDetails` }]))).to.include('ProblemDetails');
    expect(() => schemaComponents({ $ref: `${place}Nobody` })).to.throw('no schema is named Nobody');
  });
});
