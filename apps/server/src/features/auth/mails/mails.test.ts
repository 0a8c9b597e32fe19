import { CHANGES_WITH_UNDO_LINK } from '@vigia/contract';
import { describe, expect, it } from 'vitest';
import { alreadyRegisteredMail, type NoticeDetails, type NoticeKind, noticeMail } from './notice-mails.ts';
import {
  completeAccountMail,
  confirmAddressMail,
  confirmNewAddressMail,
  reauthenticationMail,
  recoveryMail,
} from './proof-mails.ts';

const to = 'ana@example.com';
const siteUrl = 'https://vigia.example';
const link = 'https://vigia.example/auth/v1/verify?token=abc&type=signup';
const digits = '012345';
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';
const origin = { ip: '192.0.2.7', userAgent };
const undo = 'https://vigia.example/no-fui-yo#token=abc&kind=x';
const plain = { to, siteUrl, at: new Date('2026-11-21T06:08:59Z'), origin, undo: null, waits: false, isHosted: false };
const noticed = { ...plain, undo };

const DETAILS: NoticeDetails = {
  password_changed: noticed,
  email_changed: { ...noticed, newEmail: 'maria@empresa.com' },
  second_factor_added: noticed,
  second_factor_removed: noticed,
  second_factor_guessed: { ...noticed, wrongCodes: 5 },
  recovery_codes_made: noticed,
  recovery_code_used: { ...noticed, codesLeft: 3 },
  refresh_token_reused: plain,
  bot_token_made: { ...noticed, name: 'mi bot' },
  webhook_set: { ...noticed, name: 'Mi hoja', host: 'hooks.example.com' },
  broker_credentials_stored: { ...noticed, broker: 'Deriv' },
  real_money_chosen: { ...noticed, broker: 'Deriv' },
  data_exported: noticed,
  factor_reset_started: { ...noticed, readyAt: new Date('2026-11-22T06:08:59Z') },
  access_restored: noticed,
  not_me: { ...plain, undone: ['Tu cuenta vuelve a usar este correo.'] },
};
const KINDS = Object.keys(DETAILS).filter((kind): kind is NoticeKind => kind in DETAILS);
const PROOFS = [
  ['confirmation', confirmAddressMail({ to, link, digits })],
  ['recovery', recoveryMail({ to, link, digits })],
  ['new address', confirmNewAddressMail({ to, link, digits })],
  ['first address', completeAccountMail({ to, link, digits })],
] as const;

describe('the mails', () => {
  it.each(PROOFS)(
    'for %s contain link, digits, their lifetime and advice for an unintended recipient, as HTML and text',
    (_kind, mail) => {
      expect(mail.to).toBe(to);
      for (const part of [mail.text, mail.html]) {
        expect(part).toContain(digits);
        expect(part).toContain('Abre el enlace en el mismo navegador donde lo pediste. Si estás en otro dispositivo,');
        expect(part).toContain('escribe este código allí:');
        expect(part).toContain('1 hora');
        expect(part).toContain('Si no fuiste tú');
        expect(part).toContain('Vigía');
      }
      expect(mail.text.split(link)).toHaveLength(2);
      expect(mail.html.split(`href="${link.replace('&', '&amp;')}"`)).toHaveLength(3);
    },
  );

  it('for a reauthentication contain six digits and no link', () => {
    const mail = reauthenticationMail({ to, digits });
    expect(mail.text).toContain(digits);
    expect(mail.text + mail.html).not.toMatch(/https?:/);
  });

  it('for the owner of a registered address contain links to sign-in and password recovery', () => {
    const { text } = alreadyRegisteredMail({ to, siteUrl });
    expect(text).toContain(`${siteUrl}/login`);
    expect(text).toContain(`${siteUrl}/forgot-password`);
  });

  it('about a change of address show the new address only masked', () => {
    const { text, html } = noticeMail('email_changed', DETAILS.email_changed);
    expect(text).toContain('m***@e***.com');
    expect(text + html).not.toContain('maria');
    expect(text + html).not.toContain('empresa');
  });

  it('about a change of address offer to restore the old address only in the mail to that address', () => {
    const old = noticeMail('email_changed', DETAILS.email_changed);
    expect(old.text).toContain(`No fui yo:\n${undo}`);
    expect(old.text).toContain('tu cuenta vuelve a este correo');
    const next = noticeMail('email_changed', { ...DETAILS.email_changed, to: 'maria@empresa.com' });
    expect(next.text).toContain(`No fui yo:\n${undo}`);
    expect(next.text).not.toContain('vuelve a este correo');
  });

  it.each(CHANGES_WITH_UNDO_LINK)(
    'about the change «%s» contain the link «No fui yo» and state its effects',
    (kind) => {
      const { text, html } = noticeMail(kind, DETAILS[kind]);
      expect(text.split(undo)).toHaveLength(2);
      expect(html.split(`href="${undo.replace('&', '&amp;')}"`)).toHaveLength(3);
      expect(text).toContain('se cierran todas las sesiones, se eliminan los tokens de bots');
    },
  );

  it('do not promise to end sessions if a hosted project keeps the sessions', () => {
    for (const kind of ['bot_token_made', 'broker_credentials_stored', 'real_money_chosen', 'data_exported'] as const) {
      const { text } = noticeMail(kind, { ...DETAILS[kind], isHosted: true });
      expect(text).not.toContain('se cierran todas las sesiones');
      expect(text).toContain('en el servicio de cuentas');
    }
    expect(noticeMail('not_me', { ...DETAILS.not_me, isHosted: true }).text).not.toContain('Se cerraron');
  });

  it('state that real money is blocked only if the change blocks it', () => {
    const waits = 'El dinero real espera 24 horas desde este cambio.';
    expect(noticeMail('password_changed', { ...noticed, waits: true }).text).toContain(waits);
    expect(noticeMail('password_changed', noticed).text).not.toContain(waits);
  });

  it.each(KINDS)('about the action «%s» contain time, device and IP address', (kind) => {
    const { text, html } = noticeMail(kind, DETAILS[kind]);
    expect(text).toContain(
      'Cuándo: 21 de noviembre de 2026, 06:08 hora UTC\nDispositivo: Firefox en Linux\nDirección IP: 192.0.2.7',
    );
    for (const fact of ['21 de noviembre de 2026, 06:08 hora UTC', 'Firefox en Linux', '192.0.2.7']) {
      expect(html).toContain(`</strong> ${fact}`);
    }
  });

  it('use the same terms as the web app, and describe no position on the screen', () => {
    const notices = KINDS.map((kind) => noticeMail(kind, DETAILS[kind]));
    for (const { subject, text, html } of [...notices, ...PROOFS.map(([, mail]) => mail)]) {
      expect(subject + text + html).not.toMatch(/dos pasos|ajustes|ha cambiado|▼|&#9660;/i);
    }
  });

  it('for an anonymous user who adds a first address offer an account', () => {
    const { subject, text } = completeAccountMail({ to, link, digits });
    expect(subject).toBe('Confirma tu correo para crear tu cuenta');
    expect(text).toContain(`Crear mi cuenta:\n${link}`);
  });

  it('show user input as plain text and never as HTML', () => {
    const name = `</p><script>alert(1)</script>"'&\r\nBcc: eva@evil.example`;
    const { html } = noticeMail('bot_token_made', { ...noticed, name, origin: { ip: '<i>', userAgent: '<script>' } });
    expect(html).not.toContain('<script');
    expect(html).toContain('programa &lt;script&gt;');
    expect(html).toContain('&lt;i&gt;');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
  });

  it('keep each header value on one line', () => {
    const mail = alreadyRegisteredMail({ to: 'ana@example.com\r\nBcc: eva@evil.example\u2028x', siteUrl });
    expect(mail.to).toBe('ana@example.com Bcc: eva@evil.example x');
  });
});
