import type { Clock } from '@vigia/core/kernel';
import { ApiError } from './api-error.ts';
import type { App } from './app.ts';
import { textResponse } from './response-docs.ts';
import type { SiteAddresses } from './site.ts';

/** Time for which a copy of the file is valid. RFC 9116 (2.5.5) advises less than a year. */
const VALID_MS = 90 * 86_400_000;

export type SecurityTxt = {
  /** `mailto:` or `https:` address for reports of security faults. Null if the file does not exist. */
  readonly contact: string | null;
  readonly site: SiteAddresses;
  readonly clock: Pick<Clock, 'now'>;
};

/**
 * Registers `/.well-known/security.txt` (RFC 9116): the address for reports of security faults of this installation.
 */
export function registerSecurityTxt(app: App, { contact, site, clock }: SecurityTxt): void {
  const schema = {
    tags: ['Servicio'],
    summary: 'A quién avisar de un fallo de seguridad (RFC 9116)',
    response: { 200: textResponse('text/plain') },
  };
  app.get('/.well-known/security.txt', { schema }, async (_request, reply) => {
    if (contact === null) throw new ApiError('not_found');
    const fields = [
      `Contact: ${contact}`,
      `Expires: ${new Date(clock.now() + VALID_MS).toISOString()}`,
      'Preferred-Languages: es, en',
      `Canonical: ${site.url()}/.well-known/security.txt`,
    ];
    return reply
      .header('cache-control', 'no-cache')
      .type('text/plain; charset=utf-8')
      .send(`${fields.join('\n')}\n`);
  });
}
