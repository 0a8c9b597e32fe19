import { describe, expect, it } from 'vitest';
import { inputValue, settingsToken } from './pages.ts';

describe('the sign-in and trade pages', () => {
  it('give the value of an input for any order and quoting of its attributes', () => {
    expect(inputValue('<input type="hidden" value="a&amp;b" name="_token">', '_token')).toBe('a&b');
    expect(inputValue("<form><input name='_token' value='x'/></form>", '_token')).toBe('x');
    expect(inputValue('<input name="keep_code" type="hidden">', 'keep_code')).toBe('');
    expect(inputValue('<input name="x_token" value="y">', '_token')).toBeNull();
  });

  it('give the token in their settings, or null if the settings are missing or invalid', () => {
    const page = (settings: string) =>
      `<script type="text/javascript">window.settings = ${settings};</script><script>{}</script>`;
    expect(settingsToken(page('{"token":"t1","a":{"b":1}}'))).toBe('t1');
    expect(settingsToken(page('{"a":1}'))).toBeNull();
    expect(settingsToken(page('{token'))).toBeNull();
    expect(settingsToken('<html></html>')).toBeNull();
  });
});
