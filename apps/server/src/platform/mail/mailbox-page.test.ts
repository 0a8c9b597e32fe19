import { describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { linksIn } from './local-mailbox.ts';
import { mailboxPage } from './mailbox-page.ts';

const at = new Date(systemClock.now()).toISOString();

describe('the page of the local mailbox', () => {
  it('escapes the content of a mail and never runs a script in it', () => {
    const evil = `<script>alert("1")</script>'&`;
    const page = mailboxPage([{ to: evil, subject: evil, text: '', html: evil, links: [], at }]);
    expect(page).not.toContain('<script');
    expect(page).toContain('srcdoc="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;"');
    expect(page).not.toMatch(/sandbox="[^"]*allow-(?:scripts|same-origin)/);
  });

  it('shows the arrival time in words, and breaks an address only after @ and dots', () => {
    const mail = { to: 'ana-maria@mail.example', subject: 'Hola', text: '', html: '', links: [] };
    const page = mailboxPage([{ ...mail, at: '2026-11-21T06:08:59.000Z' }]);
    expect(page).toContain('<time datetime="2026-11-21T06:08:59.000Z">21 nov 2026, 06:08 UTC</time>');
    const pieces = [...page.matchAll(/<span class="piece">([^<]*)<\/span>/g)].map(([, piece]) => piece);
    expect(pieces).toEqual(['ana-maria@', 'mail.', 'example']);
  });

  it('uses the browser’s light or dark theme, as the mails do', () => {
    expect(mailboxPage([])).toContain('<meta name="color-scheme" content="light dark">');
    expect(mailboxPage([])).toContain('@media (prefers-color-scheme:dark)');
  });

  it('shows a sentence if it contains no mails', () => {
    expect(mailboxPage([])).toContain('Todavía no hay correos');
  });

  it('turns only web addresses into links, and each address only once', () => {
    expect(linksIn('http://a.example/x?y=1\n<https://b.example> javascript:alert(1) http://a.example/x?y=1')).toEqual([
      'http://a.example/x?y=1',
      'https://b.example',
    ]);
  });
});
