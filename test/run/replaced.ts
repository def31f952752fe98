/** Finds what a test file has replaced and not put back: it would be a fake in every later file of the same process. */
import childProcess from 'node:child_process';
import cluster from 'node:cluster';
import fs from 'node:fs';
import files from 'node:fs/promises';
import http from 'node:http';
import http2 from 'node:http2';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import timers from 'node:timers';
import timersPromises from 'node:timers/promises';
import tls from 'node:tls';
import tty from 'node:tty';
import zlib from 'node:zlib';

const watched: Readonly<Record<string, object>> = {
  ...{ globalThis, console, Date, Math, performance, process, 'process.stdout': process.stdout },
  ...{ 'process.stderr': process.stderr, child_process: childProcess, cluster, fs, 'fs/promises': files, http, http2 },
  ...{ https, net, os, timers, 'timers/promises': timersPromises, tls, tty, zlib },
};

/** What playwright-core replaces when it is loaded, to open files again later where too many are open; it does the same. */
const mayBeReplaced = new Set(['process.chdir', 'process.cwd', 'fs.close', 'fs.closeSync']);

/** Functions of an object by their names, inherited ones included; what is computed when it is read is left out. */
function functionsOf(owner: object): Map<string, unknown> {
  const found = new Map<string, unknown>();
  for (let at = owner; at && at !== Object.prototype && at !== Function.prototype; at = Object.getPrototypeOf(at)) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(at))) {
      if (typeof value === 'function' && !found.has(name)) found.set(name, value);
    }
  }
  return found;
}

/**
 * Remembers the functions of Node as they are now.
 *
 * @returns what puts back those that were replaced since, and returns their names, such as `performance.now`.
 */
export function watchFunctions(): () => string[] {
  const before = Object.entries(watched).map(([name, owner]) => ({ name, owner, functions: functionsOf(owner) }));
  return () => {
    const replaced = before.flatMap(({ name, owner, functions }) =>
      [...functions].flatMap(([key, value]) => {
        const path = `${name}.${key}`;
        if (Reflect.get(owner, key) === value || mayBeReplaced.has(path)) return [];
        Reflect.set(owner, key, value);
        return [path];
      }),
    );
    if (replaced.length > 0) syncBuiltinESMExports();
    return replaced;
  };
}
