import { isMoment } from '../redis/clock.ts';

/** The result of one ballot; times in milliseconds. */
export interface Verdict {
  /** @see castBallots-many.lua */
  code: number;
  /** Changes that the client has left, and the time until all are available again. */
  left: number;
  resetMs: number;
  /** Of a vote that was accepted or existed already. */
  createdMs: number;
  /** Of its round; 0 when unknown. */
  openedMs: number;
  closesMs: number;
}

/** Integers; only the last value of a ballot may be a message. */
export type BatchReply = readonly (number | string)[];

const numbersOfBallot = 4;
export const notOpenedCode = -2;
export const closedCode = -3;
export const limitedCode = -4;
const brokenCode = -5;
const codes = new Set([1, 2, 3, 4, notOpenedCode, closedCode, limitedCode, brokenCode]);

const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;

/** Whether a reply is one that the script can give for so many rounds and ballots. */
export function isBatchReply(reply: unknown, rounds: number, ballots: number): reply is BatchReply {
  if (!Array.isArray(reply) || !isMoment(reply[0])) return false;
  if (reply.length === 1) return true;
  const first = 1 + 2 * rounds;
  if (reply.length !== first + numbersOfBallot * ballots) return false;
  for (let at = 1; at < first; at++) if (!isMoment(reply[at])) return false;
  for (let at = first; at < reply.length; at += numbersOfBallot) {
    const isBroken = reply[at] === brokenCode;
    if (!codes.has(reply[at]) || !isCount(reply[at + 1]) || !isCount(reply[at + 2])) return false;
    if (isBroken ? typeof reply[at + 3] !== 'string' : !isMoment(reply[at + 3])) return false;
  }
  return true;
}

/**
 * @param rounds number of rounds in the reply.
 * @param round index of the ballot's round.
 * @param nth index of the ballot.
 * @returns an error message instead, when the ballot needs broken data.
 */
export function readVerdict(reply: BatchReply, rounds: number, round: number, nth: number): Verdict | string {
  const own = 1 + 2 * rounds + numbersOfBallot * nth;
  if (reply[own] === brokenCode) return String(reply[own + 3]);
  const numbers = reply as readonly number[];
  return {
    code: numbers[own] ?? 0,
    left: numbers[own + 1] ?? 0,
    resetMs: numbers[own + 2] ?? 0,
    createdMs: numbers[own + 3] ?? 0,
    openedMs: numbers[1 + 2 * round] ?? 0,
    closesMs: numbers[2 + 2 * round] ?? 0,
  };
}
