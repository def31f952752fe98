import { Agent } from 'node:http';
import type { GeneratedRequest } from '../support/fixtures/generated-requests.ts';
import { send } from '../support/http/send.ts';
import type { DocumentJudge } from './document-judge.ts';

export interface JudgedAnswers {
  statuses: Map<number, number>;
  found: string[];
}

const clients = 8;

export async function askAll(
  url: string,
  requests: Iterable<GeneratedRequest>,
  judge: DocumentJudge,
): Promise<JudgedAnswers> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const left = requests[Symbol.iterator]();
  const found: string[] = [];
  const statuses = new Map<number, number>();
  const ask = async () => {
    for (let next = left.next(); !next.done; next = left.next()) {
      const { method, path, headers, body } = next.value;
      // A request line that no HTTP client or server accepts has no answer to judge.
      const answer = await send(url, method, path, headers, body, agent).catch(() => undefined);
      if (!answer) continue;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      for (const sentence of judge({ method, path, answer })) {
        found.push(`${method} ${path} ${JSON.stringify(headers)} ${answer.status}: ${sentence}`);
      }
    }
  };
  await Promise.all(Array.from({ length: clients }, ask));
  agent.destroy();
  return { statuses, found };
}
