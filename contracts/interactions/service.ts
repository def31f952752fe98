import { type Family, families, familyNames } from '../families.ts';
import { rootOf } from '../operations.ts';
import type { Health } from '../schemas/service.ts';
import { given } from '../states.ts';
import { type Interaction, success } from './interaction.ts';
import { moment, published, retryAfter } from './request.ts';

function healthOf(status: Health['status'], family: Family): Health {
  const { version, locale } = families[family];
  return { status, version, locale, time: moment };
}

function healthIn(family: Family): Interaction[] {
  const down = success('health', family, {
    receiving: 'the health of a service that is shutting down',
    given: given('the service is draining'),
    body: healthOf('down', family),
    headers: retryAfter,
  });
  return [
    success('health', family, {
      receiving: 'the health of the service',
      given: published,
      body: healthOf('ok', family),
    }),
    success('health', family, {
      receiving: 'the health of a service whose store is unreachable',
      given: given('the store does not answer'),
      body: healthOf('degraded', family),
    }),
    // The only failure without problem details: it has the same body as a success.
    { ...down, reply: { ...down.reply, status: 503 } },
  ];
}

export const service: Interaction[] = familyNames.flatMap((family) => [
  success('root', family, {
    receiving: 'the root of the family',
    given: published,
    body: rootOf(family),
  }),
  ...healthIn(family),
]);
