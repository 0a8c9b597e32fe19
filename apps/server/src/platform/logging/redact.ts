const HIDDEN = '[oculto]';

const SECRET_KEYS = [
  'authorization',
  'apikey',
  'api_key',
  'cookie',
  'cookies',
  'set-cookie',
  'proxy-authorization',
  'x-api-key',
  'password',
  'new_password',
  'current_password',
  'passwd',
  'password_hash',
  'secret',
  'private_key',
  'token',
  'access_token',
  'refresh_token',
  'token_hash',
  'bot_token',
  'broker_token',
  'api_token',
  'session_token',
  'id_token',
  'ssid',
  'otp',
  'nonce',
  'proof',
  'x-vigia-proof',
  'x-vigia-recovery-codes',
  'mailed_digits',
  'auth_code',
  'code_verifier',
  'code_challenge',
  'captcha_token',
  'master_key',
  'refresh_key',
  'accessToken',
  'refreshToken',
  'codeVerifier',
  'masterKey',
  'databaseUrl',
  'metricsToken',
  'jwtSecret',
  'smtpUrl',
].join('|');

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const BY_KEY = new RegExp(
  String.raw`"(${SECRET_KEYS})"(\s*:\s*)(?:${STRING}|\[(?:${STRING}|[^\]"])*\]|-?[\d.]+|true|false)`,
  'gi',
);
/**
 * Matches a key inside a JSON string, where quotes are preceded by backslashes. The value ends at a quote with the same
 * number of backslashes.
 */
const BY_QUOTED_KEY = new RegExp(
  String.raw`(\\+)"(${SECRET_KEYS})\1"(\s*:\s*)(?:\1".*?(?<!\\)\1"|\[.*?\]|-?[\d.]+|true|false)`,
  'gi',
);
/**
 * Matches secret codes: a UUID, digits, or four groups of four characters. The `code` of an error is a word and is not
 * redacted.
 */
const BY_CODE = /(\\*"code\\*"\s*:\s*)\\*"?(?:[0-9a-f]{8}-[0-9a-f-]{27}|\d{6,8}|\w{4}(?:-\w{4}){3})\\*"?/gi;
const BY_QUERY = /([?&#](?:code|token|access_token|refresh_token|token_hash|apikey|otp)=)[^&"\\\s#]+/gi;
const BY_SCHEME = /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi;
const BY_LOOK = /\beyJ[\w-]+\.[\w-]+\.[\w-]*|\bvigia_bot_[\w-]+|\bpkce_[\w-]{20,}|(?<!\d)\d{5,20}:[\w-]{30,60}/g;
const URL_LOGIN = /(\b[a-z][a-z0-9+]*:\/\/[^:/\s"@]+:)[^@\s"]+@/gi;

/**
 * Redacts secrets in a finished log line: fields by name at any depth, also inside a quoted body, and tokens by their
 * form anywhere. It processes the whole line, so that no log call can bypass it.
 */
export function redactLine(line: string): string {
  return line
    .replace(BY_KEY, `"$1"$2"${HIDDEN}"`)
    .replace(BY_QUOTED_KEY, `$1"$2$1"$3$1"${HIDDEN}$1"`)
    .replace(BY_CODE, (_match, prefix: string) => {
      const quote = `${/^\\*/.exec(prefix)?.[0]}"`;
      return `${prefix}${quote}${HIDDEN}${quote}`;
    })
    .replace(BY_QUERY, `$1${HIDDEN}`)
    .replace(BY_SCHEME, `$1 ${HIDDEN}`)
    .replace(BY_LOOK, HIDDEN)
    .replace(URL_LOGIN, `$1${HIDDEN}@`);
}
