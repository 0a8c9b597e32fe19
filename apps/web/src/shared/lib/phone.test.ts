import { expect, it } from 'vitest';
import { isPhoneOrNone } from './phone.ts';

it.each(['', '+57 300 123 4567', '+12345678', '+123456789012345', '+1 (415) 555-0100'])(
  'isPhoneOrNone accepts %j',
  (text) => {
    expect(isPhoneOrNone(text)).toBe(true);
  },
);

it.each(['3001234567', '+1234567', '+1234567890123456', '+', '+57 abc 12345', '++12345678'])(
  'isPhoneOrNone rejects %j',
  (text) => {
    expect(isPhoneOrNone(text)).toBe(false);
  },
);
