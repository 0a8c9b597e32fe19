import { describe, expect, it } from 'vitest';
import { mailboxOf, phoneDigits } from './normalize-identity.ts';

describe('mailboxOf', () => {
  it.each([
    ['Name@Example.com', 'name@example.com'],
    ['name+1@example.com', 'name@example.com'],
    ['name+a+b@example.com', 'name@example.com'],
    ['first.last@example.com', 'first.last@example.com'],
    ['first.last+x@gmail.com', 'firstlast@gmail.com'],
    ['f.i.r.s.t@googlemail.com', 'first@gmail.com'],
    ['ana@MÜNCHEN.de', 'ana@xn--mnchen-3ya.de'],
    ['ana@xn--mnchen-3ya.de', 'ana@xn--mnchen-3ya.de'],
    ['josé@example.com', 'josé@example.com'],
    ['jose\u0301@example.com', 'josé@example.com'],
    ['ana@example.com', 'ana@example.com'],
    ['+tag@example.com', '+tag@example.com'],
    ['no address', 'no address'],
  ])('reduces %s to %s', (typed, mailbox) => {
    expect(mailboxOf(typed)).toBe(mailbox);
  });
});

describe('phoneDigits', () => {
  it.each([
    ['+57 300 123 45 67', '573001234567'],
    ['0057-300-1234567', '573001234567'],
    ['(57) 300.123.4567', '573001234567'],
    ['+٥٧ 300', null],
    ['1234', null],
    ['', null],
  ])('returns for %s the digits %s', (typed, digits) => {
    expect(phoneDigits(typed)).toBe(digits);
  });
});
