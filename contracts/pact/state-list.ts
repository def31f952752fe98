import { provider } from '../families.ts';
import { interactions } from '../interactions/index.ts';
import { type StateName, states } from '../states.ts';

/** More would hide the names; each is an id that exists in the sample content, or, for "no such", one that does not. */
const maxExamples = 5;

/** Every provider state with its parameters and examples of them, for teams that write pacts in other languages. */
export function stateList() {
  const given = interactions.flatMap((interaction) => interaction.given);
  const examplesOf = (name: StateName) => {
    const own = given.filter((state) => state.name === name).map(({ params }) => JSON.stringify(params));
    return [...new Set(own)].slice(0, maxExamples).map((text) => JSON.parse(text) as Record<string, string | number>);
  };
  const names = Object.keys(states) as StateName[];
  return {
    provider,
    states: names.map((name) => ({
      name,
      parameters: states[name],
      examples: states[name].length > 0 ? examplesOf(name) : [],
    })),
  };
}
