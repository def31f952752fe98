import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect } from 'chai';
import { readContracts } from '../../../mock/contracts/contract.ts';
import { readPactFiles, readPacts } from '../../../mock/contracts/pacts/read-pacts.ts';
import { BadFile } from '../../../mock/contracts/read-json.ts';
import type { Written } from './foreign-pacts.ts';

const document = readFileSync(new URL('../../../contracts/generated/openapi.json', import.meta.url), 'utf8');

/** Registers hooks for a folder with the pact of another team, which is read without a mock. */
export function useReadPacts() {
  const folder = mkdtempSync(join(tmpdir(), 'fightcard-read-'));
  const file = join(folder, 'corner-radio.json');
  const shown = relative(process.cwd(), file);
  const contracts = readContracts(JSON.parse(document));
  afterEach(() => rmSync(file, { force: true }));
  after(() => rmSync(folder, { recursive: true }));

  function write(interactions: Written[], version = 3, consumer = 'corner-radio'): void {
    const all = interactions.map((one, index) => ({ description: `ask ${index + 1}`, ...one }));
    const metadata = { pactSpecification: { version: `${version}.0.0` } };
    writeFileSync(file, JSON.stringify({ consumer: { name: consumer }, interactions: all, metadata }));
  }
  const short = (line: string) => line.replace(`${shown}:1: `, '');
  function refusal(): string {
    try {
      readPacts(folder, contracts);
    } catch (error) {
      expect(error).to.be.instanceOf(BadFile);
      return short((error as Error).message);
    }
    return 'nothing';
  }
  function look(interactions: Written[], version?: number, consumer?: string) {
    write(interactions, version, consumer);
    const [read] = readPactFiles([file], contracts);
    return read?.interactions.map(({ isImpossible, conflicts }) => [isImpossible, ...conflicts.map(short)]);
  }
  const served = (interactions: Written[], version?: number) => {
    write(interactions, version);
    return readPacts(folder, contracts);
  };
  return { folder, file, shown, contracts, write, short, refusal, look, served };
}

export const inState = (name: string, params?: object) => [{ name, ...(params && { params }) }];
