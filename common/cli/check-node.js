/**
 * Every entry file imports this first, so that users of an old Node get a clear error. JavaScript without newer syntax,
 * since it must run on old versions.
 */
const minMajor = 24;

if (Number(process.versions.node.split('.')[0]) < minMajor) {
  process.stderr.write(
    `Fightcard needs Node ${minMajor} or newer; this is ${process.versions.node}. Run "npm ci", which installs one, and start with npm, ` +
      'which uses it (npm start, npm run mock, npm test).\n',
  );
  process.exit(1);
}
