import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import type { Site } from '#platform/http/site.ts';
import { isLoopback } from '#platform/throttle/address.ts';
import type { LocalMailbox } from './local-mailbox.ts';
import { mailboxPage } from './mailbox-page.ts';

const ShownMail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  links: z.array(z.string()),
  at: z.iso.datetime(),
});

const docs = (summary: string) => ({ tags: ['Desarrollo'], summary });

/** The mails of a machine without a mail server, for whoever sits at it. They open accounts: nobody else may look. */
export function registerMailboxRoutes(app: App, { mailbox, site }: { mailbox: LocalMailbox; site: Site }): void {
  const onRequest = async (request: FastifyRequest) => {
    if (!isAtThisMachine(request, site)) throw new ApiError('forbidden');
  };

  app.get(
    '/dev/mailbox',
    { onRequest, schema: docs('Buzón local: los correos cuando no hay SMTP, como página') },
    async (_request, reply) => reply.type('text/html; charset=utf-8').send(mailboxPage(await mailbox.list())),
  );

  app.get(
    '/dev/mailbox.json',
    {
      onRequest,
      schema: { ...docs('Buzón local: los correos cuando no hay SMTP'), response: { 200: z.array(ShownMail) } },
    },
    async () => (await mailbox.list()).map((mail) => ({ ...mail, links: [...mail.links] })),
  );
}

/** Hosts of a site that is this machine's own, and what it may be asked for by. */
const OWN_SITE = /^(?:localhost|127\.0\.0\.1|\[::1?\]|0\.0\.0\.0)$/;
const OWN_NAME = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Whether people reach this server under this machine's own names only; elsewhere there is no mailbox. */
export const isOwnSite = (siteUrl: string): boolean => OWN_SITE.test(new URL(siteUrl).hostname);

/**
 * A request a proxy passed on comes from loopback too, and not every proxy says so: behind a public address there is no
 * mailbox. A page whose name was pointed at this machine names its own host.
 */
function isAtThisMachine({ ip, headers }: FastifyRequest, site: Site): boolean {
  if (!isLoopback(ip) || headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const named = `http://${headers.host ?? ''}`;
  if (!isOwnSite(site.url()) || !URL.canParse(named)) return false;
  return OWN_NAME.test(new URL(named).hostname) && site.isOurs(headers.origin);
}
