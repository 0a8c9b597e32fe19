import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ApiError } from '#platform/http/api-error.ts';
import type { App } from '#platform/http/app.ts';
import { textResponse } from '#platform/http/response-docs.ts';
import type { SiteAddresses } from '#platform/http/site.ts';
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

/**
 * Registers the routes for mails on a machine without a mail server. These mails give access to user accounts, so only
 * clients on the same machine may read them.
 */
export function registerMailboxRoutes(
  app: App,
  { mailbox, site }: { mailbox: LocalMailbox; site: SiteAddresses },
): void {
  const onRequest = async (request: FastifyRequest) => {
    if (!isAtThisMachine(request, site)) throw new ApiError('forbidden');
  };

  app.get(
    '/dev/mailbox',
    {
      onRequest,
      schema: {
        ...docs('Buzón local: los correos cuando no hay SMTP, como página'),
        response: { 200: textResponse('text/html') },
      },
    },
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

/** Pattern of the host names of a site on this machine. */
const OWN_SITE = /^(?:localhost|127\.0\.0\.1|\[::1?\]|0\.0\.0\.0)$/;
const OWN_NAME = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/** Returns true if all host names of the server are names of this machine. Otherwise the mailbox is closed. */
export const isOwnSite = (siteUrl: string): boolean => OWN_SITE.test(new URL(siteUrl).hostname);

/**
 * Returns true for a client on this machine. Requests of a proxy also come from loopback, and not every proxy adds a
 * header. Therefore the mailbox is closed if the server has a public host name. The Host header is checked because a
 * foreign host name may resolve to this machine.
 */
function isAtThisMachine({ ip, headers }: FastifyRequest, site: SiteAddresses): boolean {
  if (!isLoopback(ip) || headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined) return false;
  const named = `http://${headers.host ?? ''}`;
  if (!isOwnSite(site.url()) || !URL.canParse(named)) return false;
  return OWN_NAME.test(new URL(named).hostname) && site.isOurs(headers.origin);
}
