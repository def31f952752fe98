import { isatty } from 'node:tty';

/** How a program writes its lines: `text` for people, `json` for programs; `auto` decides by where they go. */
export const logFormats = ['auto', 'text', 'json'] as const;
export type LogFormat = (typeof logFormats)[number];

const standardOutput = 1;

/** Whether people read the lines: on a terminal, unless a format is chosen. */
export const isForPeople = (format: LogFormat, isTerminal = isatty(standardOutput)): boolean =>
  format === 'auto' ? isTerminal : format === 'text';
