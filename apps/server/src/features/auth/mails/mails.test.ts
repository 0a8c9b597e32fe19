import { describe, expect, it } from 'vitest';
import { alreadyRegisteredMail, noticeMail } from './notice-mails.ts';
import { confirmAddressMail, confirmNewAddressMail, reauthenticationMail, recoveryMail } from './proof-mails.ts';

const to = 'ana@example.com';
const siteUrl = 'https://vigia.example';
const link = 'https://vigia.example/auth/v1/verify?token=abc&type=signup';
const digits = '012345';

describe('the mails', () => {
  it.each([
    ['confirmation', confirmAddressMail({ to, link, digits })],
    ['recovery', recoveryMail({ to, link, digits })],
    ['new address', confirmNewAddressMail({ to, link, digits })],
  ])('of %s carry link, digits, how long they hold and what to do if it was not you, in both parts', (_kind, mail) => {
    expect(mail.to).toBe(to);
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(digits);
      expect(part).toContain('1 hora');
      expect(part).toContain('Si no fuiste tú');
      expect(part).toContain('Vigía');
    }
    expect(mail.text.split(link)).toHaveLength(2);
    expect(mail.html.split(`href="${link.replace('&', '&amp;')}"`)).toHaveLength(3);
  });

  it('of reauthentication carry the digits and no link', () => {
    const mail = reauthenticationMail({ to, digits });
    expect(mail.text).toContain(digits);
    expect(mail.text + mail.html).not.toMatch(/https?:/);
  });

  it('to the owner of an address in use name both ways in', () => {
    const { text } = alreadyRegisteredMail({ to, siteUrl });
    expect(text).toContain(`${siteUrl}/login`);
    expect(text).toContain(`${siteUrl}/forgot-password`);
  });

  it('of notice show a new address masked', () => {
    const { text, html } = noticeMail('email_changed', { to, siteUrl, newEmail: 'maria@empresa.com' });
    expect(text).toContain('m***@e***.com');
    expect(text + html).not.toContain('maria');
    expect(text + html).not.toContain('empresa');
  });

  it('show what a person typed as text and nothing else', () => {
    const name = `</p><script>alert(1)</script>"'&\r\nBcc: eva@evil.example`;
    const { html } = noticeMail('bot_token_made', { to, siteUrl, name });
    expect(html).not.toContain('<script');
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
  });

  it('keep header values on one line', () => {
    const mail = alreadyRegisteredMail({ to: 'ana@example.com\r\nBcc: eva@evil.example\u2028x', siteUrl });
    expect(mail.to).toBe('ana@example.com Bcc: eva@evil.example x');
  });
});
