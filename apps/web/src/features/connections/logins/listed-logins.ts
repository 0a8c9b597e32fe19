import type { BrokerLoginKind, BrokerStatusView } from '@vigia/contract';
import { loginMessages as words } from './messages.es.ts';

/** One row of the login list on the broker's card: the current login or a saved one. */
export type ListedLogin = {
  /** Id of a saved login. Null for the current login. */
  readonly id: string | null;
  /** The user's label for the login, or else its masked credentials. */
  readonly name: string;
  /** Kind of credentials and their masked text. */
  readonly detail: string;
  readonly label: string | null;
};

/** Returns the logins at a broker. The current login comes first, if its credentials are stored. */
export function listedLogins({ connection_info: info, saved_logins: saved }: BrokerStatusView): readonly ListedLogin[] {
  const inUse =
    info.credential_kind === null
      ? []
      : [listed(null, info.credential_label, info.credential_kind, info.credential_hint)];
  return [...inUse, ...saved.map(({ id, label, kind, hint }) => listed(id, label, kind, hint))];
}

const listed = (id: string | null, label: string | null, kind: BrokerLoginKind, hint: string | null): ListedLogin => ({
  id,
  name: label ?? hint ?? words.unnamed,
  detail: [words.kinds[kind], ...(label !== null && hint !== null ? [hint] : [])].join(' · '),
  label,
});
