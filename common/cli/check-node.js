/**
 * Every entry file imports this first: it refuses a Node that cannot run TypeScript in a sentence, where Node would
 * report a file extension or a missing export.
 *
 * JavaScript without newer syntax, since it must run on the Node that it refuses.
 */
const least = 24;

if (Number(process.versions.node.split('.')[0]) < least) {
  process.stderr.write(
    `Fightcard needs Node ${least} or newer, and this is ${process.versions.node}: run "npm ci", which brings one, and then start with npm, ` +
      'which uses it (npm start, npm run mock, npm test).\n',
  );
  process.exit(1);
}
