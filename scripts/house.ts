/** `npm run house`: checks that imports go downwards only, and that README.md shows them. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { flag, runCommand } from '../common/cli/arguments.ts';
import { findCircles, pictureOf, readFiles, withPicture } from './house/picture.ts';

const help = `Reads the imports of the repository and compares them with its rules and with the picture in README.md.

  npm run house [-- --write]

  --write  draws the picture in README.md again
  --help   this text

Exits with 1 and names the files where files, or folders at any depth, import each other in a circle, and when the picture
is out of date.
`;

const root = fileURLToPath(new URL('..', import.meta.url));
const readmePath = `${root}README.md`;

await runCommand({ name: 'npm run house', help, options: { write: flag } }, ({ write }) => {
  const files = readFiles(root);
  const wrong = findCircles(files);
  const readme = readFileSync(readmePath, 'utf8');
  // A circle has no floors to draw.
  const current = wrong.length > 0 ? readme : withPicture(readme, pictureOf(files));
  if (write) writeFileSync(readmePath, current);
  else if (current !== readme)
    wrong.push('README.md: its picture is out of date; draw it with "npm run house -- --write"');
  for (const line of wrong) process.stderr.write(`${line}\n`);
  process.exitCode = wrong.length > 0 ? 1 : 0;
});
