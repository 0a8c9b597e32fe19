import { describe, expect, it } from 'vitest';
import { systemClock } from '#platform/clock/system-clock.ts';
import { linksIn } from './local-mailbox.ts';
import { mailboxPage } from './mailbox-page.ts';

const at = new Date(systemClock.now()).toISOString();

describe('the page of the local mailbox', () => {
  it('escapes everything a mail holds and runs nothing of it', () => {
    const evil = `<script>alert("1")</script>'&`;
    const page = mailboxPage([{ to: evil, subject: evil, text: '', html: evil, links: [], at }]);
    expect(page).not.toContain('<script');
    expect(page).toContain('srcdoc="&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&#39;&amp;"');
    expect(page).not.toMatch(/sandbox="[^"]*allow-(?:scripts|same-origin)/);
  });

  it('says so when there is nothing yet', () => {
    expect(mailboxPage([])).toContain('Todavía no hay correos');
  });

  it('finds web addresses only, each once', () => {
    expect(linksIn('http://a.example/x?y=1\n<https://b.example> javascript:alert(1) http://a.example/x?y=1')).toEqual([
      'http://a.example/x?y=1',
      'https://b.example',
    ]);
  });
});
