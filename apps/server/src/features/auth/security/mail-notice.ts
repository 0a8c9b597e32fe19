import type { Sql } from '#platform/persistence/database.ts';
import type { AuthContext, Origin } from '../auth-context.ts';

/** What a person is told of by mail, since somebody else may have done it. */
export type CredentialChangeKind =
  | 'password_changed'
  | 'email_changed'
  | 'second_factor_added'
  | 'second_factor_removed';

export type Notice = {
  readonly kind: CredentialChangeKind | 'refresh_token_reused' | 'recovery_code_used';
  readonly origin: Origin;
  /** null: there is nobody to tell. */
  readonly noticeTo: string | null;
};

const NOTICE_LIFE_MS = 3 * 24 * 60 * 60_000;

const HEADLINES: Readonly<Record<Notice['kind'], string>> = {
  password_changed: 'La contraseña de tu cuenta ha cambiado',
  email_changed: 'La dirección de correo de tu cuenta ha cambiado',
  second_factor_added: 'Tu cuenta tiene un segundo factor nuevo',
  second_factor_removed: 'Se ha quitado un segundo factor de tu cuenta',
  recovery_code_used: 'Se ha usado un código de recuperación de tu cuenta',
  refresh_token_reused: 'Hemos cerrado una sesión de tu cuenta por seguridad',
};

/** Puts a notice to the owner of an account into the outbox, in the transaction of what it tells of. */
export async function mailNotice(context: AuthContext, sql: Sql, { kind, noticeTo, origin }: Notice): Promise<void> {
  if (noticeTo === null) return;
  const subject = HEADLINES[kind];
  const text = `${subject}. Dirección: ${origin.ip}. Si no has sido tú, recupera tu cuenta en ${context.site.url()}/forgot-password`;
  await context.outbox.enqueue(sql, {
    kind,
    mail: { to: noticeTo, subject, text, html: `<p>${subject}.</p>` },
    expiresAt: new Date(context.clock.now() + NOTICE_LIFE_MS),
  });
}
