import { expect } from 'chai';
import { familyNames } from '../../contracts/families.ts';
import { interactions } from '../../contracts/interactions/index.ts';
import { type Interaction, urlOf } from '../../contracts/interactions/interaction.ts';
import { operationOf } from '../../contracts/interactions/request.ts';
import { replySchema } from '../../contracts/operations.ts';
import { routeOf } from '../../contracts/routes.ts';
import { checkBody, checkParameters } from '../../contracts/rules/checks.ts';
import { ProblemDetails } from '../../contracts/schemas/problem.ts';
import { findViolations } from '../../contracts/schemas/validation/violations.ts';
import { states } from '../../contracts/states.ts';
import { problems } from '../support/expected/problems.ts';
import { expectedOperations } from '../support/expected/routes.ts';

const title = ({ consumer, receiving }: Interaction) => `${consumer}: ${receiving}`;
const of = (route: string, family: string) =>
  interactions.filter((one) => one.route === route && one.family === family);
const isSuccess = ({ reply }: Interaction) => reply.status === 200 || reply.status === 201;

describe('interactions', () => {
  it('give each state its parameters', () => {
    for (const interaction of interactions) {
      for (const { name, params } of interaction.given) {
        expect(Object.keys(params), `${title(interaction)}: ${name}`).to.have.members([...states[name]]);
      }
    }
  });
});

describe('replies of the interactions', () => {
  for (const interaction of interactions.filter(({ reply }) => reply.body !== undefined)) {
    const { route, family, reply } = interaction;
    it(`fit their schema: ${title(interaction)}`, () => {
      const schema = reply.problem ? ProblemDetails : replySchema(route, family);
      expect(findViolations(schema, reply.body, 'en')).to.deep.equal([]);
    });
  }
});

describe('requests of the interactions', () => {
  for (const interaction of interactions) {
    const { route, family, reply, request } = interaction;
    it(`have valid parameters or a 400: ${title(interaction)}`, () => {
      const { operation, params } = operationOf(interaction);
      const { searchParams } = new URL(urlOf(interaction), 'http://localhost');
      const { violations } = checkParameters(operation, params, searchParams);
      const errors = reply.problem === 'invalid-request' ? (reply.body as { errors: unknown }).errors : undefined;
      expect(violations).to.deep.equal(errors);
    });
    if (routeOf(route).method !== 'POST') continue;
    it(`have a valid body or a 422: ${title(interaction)}`, () => {
      if (typeof request.body === 'string') {
        expect(['malformed-json', 'unsupported-media-type']).to.include(reply.problem);
        return;
      }
      const violations = checkBody(routeOf(route), request.body, family);
      if (isSuccess(interaction)) expect(violations).to.deep.equal([]);
      if (violations.length > 0) {
        expect(reply.problem).to.equal('invalid-body');
        expect((reply.body as { errors: unknown }).errors).to.deep.equal(violations);
      }
    });
  }
});

describe('lists and states', () => {
  for (const family of familyNames) {
    for (const operation of expectedOperations.filter((one) => one.family === family)) {
      const { id, name, list } = operation;
      // The statistics have further operations, which are one route.
      if (id !== `${family}.${name}`) continue;
      if (!list) continue;
      it(`${family} ${name} is paged`, () => {
        const paged = of(name, family).filter(
          ({ request, reply }) => request.query?.limit !== undefined && isSuccess({ reply } as Interaction),
        );
        const [first, next] = paged;
        expect(paged).to.have.lengthOf(2);
        const link = first?.reply.headers?.Link;
        expect(link).to.equal(next && `<https://api.example.com${urlOf(next)}>; rel="next"`);
        expect(next?.reply.headers?.Link).to.equal(undefined);
      });
      it(`${family} ${name} has an empty form`, () => {
        const empty = of(name, family).filter(({ given }) =>
          given.some(({ name: state }) => state === 'there is no content' || state.includes('without')),
        );
        expect(empty).to.not.have.lengthOf(0);
        for (const { reply } of name === 'title_holders' ? [] : empty) expect(reply.body).to.deep.equal([]);
      });
    }
  }

  it('names every state', () => {
    const used = new Set(interactions.flatMap(({ given }) => given.map(({ name }) => name)));
    expect([...used]).to.have.members(Object.keys(states));
  });
});

describe('problems in the replies', () => {
  for (const interaction of interactions.filter(({ reply }) => reply.problem)) {
    const { reply } = interaction;
    it(`carry their status and headers: ${title(interaction)}`, () => {
      const status = problems[reply.problem as string]?.status;
      expect(reply.status).to.equal(status);
      if (status === 429 || status === 503) expect(reply.headers).to.have.property('Retry-After');
      if (status === 401) expect(reply.headers).to.have.property('WWW-Authenticate', 'Bearer');
    });
  }
});
