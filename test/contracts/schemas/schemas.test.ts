import { expect } from 'chai';
import { interactions } from '../../../contracts/interactions/index.ts';
import { openApiDocument } from '../../../contracts/openapi/build.ts';

/** What the wire specification says of every schema, in literals. */

type Schema = Record<string, unknown>;

const { components } = openApiDocument(interactions);
const schemas = Object.entries(components.schemas);

const inside = (schema: Schema): Schema[] =>
  Object.entries(schema).flatMap(([keyword, part]) => {
    // Conditions say which members go together, not what an object is.
    if (typeof part !== 'object' || part === null || ['if', 'then', 'not', 'oneOf'].includes(keyword)) return [];
    return Object.values(keyword === 'items' || keyword === 'additionalProperties' ? [part] : part).flatMap((one) =>
      typeof one === 'object' && one !== null ? [one as Schema, ...inside(one as Schema)] : [],
    );
  });

/** The feed, which passes on what the supplier adds; problems, which may say more later; bodies, whose unknown members are ignored. */
const open =
  /^(Bout[A-Za-z]*|Feed[A-Za-z]*|Event(Feed|LiveFeed|LiveFeedUpdate|Update)|ProblemDetails|VoteBody|ScoreBody)$/;

/** Ids, numbers and counts; those of the supplier's CamelCase objects are strings. */
const integers =
  /^(id|event_id|fight_id|fighter_id|media_id|\w+_media_id|\w+_fighter_id|(main_event_)?fighter[12]_id|statid|\w+_statid|round_num|current_round|sequence|total_votes|fighter[12]_votes|scores_count|(\w+_)?(wins|losses|draws)|fightcard_order|gallery_order|fighter[12](height|weight|reach))$/;

/** Members of such a name that are no integer, and why. */
const exceptions: Readonly<Record<string, string>> = {
  'CareerBout.statid': 'copied from a CamelCase object of the supplier',
  'Translation.id': 'a name; an integer if it is numeric',
  'VacantTitle.id': 'nobody holds the title',
  'VacantTitle.statid': 'nobody holds the title',
  'VacantTitleV1.id': 'nobody holds the title',
  'VacantTitleV1.statid': 'nobody holds the title',
};

describe('schemas of the OpenAPI document', () => {
  it('are closed except for feed, problems and bodies', () => {
    const areOpen = schemas.filter(([, schema]) =>
      [schema, ...inside(schema)].some(
        (one) =>
          (one.type === 'object' || one.properties) && !one.patternProperties && one.additionalProperties !== false,
      ),
    );
    expect(areOpen.map(([name]) => name).filter((name) => !open.test(name))).to.deep.equal([]);
    const areClosed = schemas.filter(
      ([name, { additionalProperties }]) => open.test(name) && additionalProperties === false,
    );
    expect(areClosed.map(([name]) => name)).to.deep.equal([]);
  });

  it('use integers for ids, numbers and counts', () => {
    const used = new Set<string>();
    let checked = 0;
    for (const [name, { properties = {} }] of schemas as [string, { properties?: Record<string, Schema> }][]) {
      for (const [member, schema] of Object.entries(properties).filter(([member]) => integers.test(member))) {
        const place = `${name}.${member}`;
        const branches = (schema.anyOf as Schema[] | undefined) ?? [schema];
        const types = branches.flatMap(({ type, const: only }) => (Number.isInteger(only) ? 'integer' : type));
        const own = types.filter((type) => type !== 'null');
        if (own.length === 1 && own[0] === 'integer') checked++;
        else if (place in exceptions) used.add(place);
        else expect(own, place).to.deep.equal(['integer']);
      }
    }
    expect([...used].sort(), 'every exception is needed').to.deep.equal(Object.keys(exceptions).sort());
    expect(checked).to.be.above(100);
  });
});
