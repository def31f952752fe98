import { isatty } from 'node:tty';

/** The format of log lines: `text` for people, `json` for programs; `auto` is `text` on a terminal. */
export const logFormats = ['auto', 'text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

const standardOutput = 1;

/** Whether to write text for people. */
export const isForPeople = (format: LogFormat, isTerminal = isatty(standardOutput)): boolean =>
  format === 'auto' ? isTerminal : format === 'text';
