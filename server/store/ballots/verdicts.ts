import { isMoment } from '../redis/clock.ts';

/** What became of one ballot; moments and times in milliseconds. */
export interface Verdict {
  /** @see castBallots-many.lua */
  code: number;
  /** Changes that the client has left, and until they are whole again. */
  left: number;
  resetMs: number;
  /** Of a vote that was taken or stood already. */
  createdMs: number;
  /** Of its round; 0 when unknown. */
  openedMs: number;
  closesMs: number;
}

/** Integers; only the last of a ballot's may be a message. */
export type BatchReply = readonly (number | string)[];

const numbersOfBallot = 4;
export const brokenCode = -5;
const codes = new Set([1, 2, 3, 4, -2, -3, -4, brokenCode]);

const isCount = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;

/** Whether what Redis answered is what the script replies with, for so many rounds and ballots. */
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
 * @param rounds how many rounds the reply tells of.
 * @param round which of them is the ballot's, from 0.
 * @param nth which of the ballots it is, from 0.
 * @returns the message of what is broken instead, where the ballot met it.
 */
export function verdictOf(reply: BatchReply, rounds: number, round: number, nth: number): Verdict | string {
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
