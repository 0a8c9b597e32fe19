import type { SecurityNotices } from '#features/accounts/index.ts';
import type { AuthDeps } from '../auth-context.ts';
import { findUserById } from '../users/users.repository.ts';
import { addressOf } from './address-of.ts';
import { type AnnounceDeps, announceSecurityChange } from './announce-security-change.ts';

/** Creates the service with which other features report security changes to the owner of an account. */
export const createSecurityNotices = (deps: AnnounceDeps & Pick<AuthDeps, 'brokerName'>): SecurityNotices => ({
  async announce(tx, { principal: { userId }, ip, userAgent }, change) {
    const user = await findUserById(tx, userId);
    if (user === null) return;
    const common = { userId, noticeTo: await addressOf(tx, user), origin: { ip, userAgent } };
    if (change.kind === 'data_exported') {
      return announceSecurityChange(deps, tx, { ...common, kind: change.kind, details: {} });
    }
    if (change.kind === 'webhook_set') {
      const { kind, name, host } = change;
      return announceSecurityChange(deps, tx, { ...common, kind, details: { name, host } });
    }
    const { kind, broker } = change;
    return announceSecurityChange(deps, tx, { ...common, kind, details: { broker: deps.brokerName(broker) } });
  },
});
