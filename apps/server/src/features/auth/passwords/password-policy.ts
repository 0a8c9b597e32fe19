import type { WeakPasswordReason } from '@vigia/contract';
import { dictionary } from '@zxcvbn-ts/language-common';

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 512;

/** Common Spanish passwords that the international list lacks. */
const SPANISH = (
  'contraseña contraseña1 contraseña12 contraseña123 contraseña1234 contrasena contrasena1 ' +
  'contrasena12 contrasena123 contrasena1234 micontraseña micontrasena micontraseña123 laclave123 ' +
  'miclave123 clave123 clave1234 clave12345 clavesecreta claveclave holamundo ' +
  'holahola hola1234 hola12345 hola123456 holaquetal teamomucho teamo123 ' +
  'teamo1234 tequiero tequiero1 tequieromucho tequiero123 teamoteamo amorcito ' +
  'amormio1 amoreterno mariposa princesa princesita corazoncito ' +
  'realmadrid realmadrid1 barcelona barcelona1 bocajuniors riverplate atletico1 ' +
  'colombia1 argentina argentina1 mexico123 venezuela venezuela1 guadalupe1 ' +
  'felicidad estrellita secreto123 usuario1 usuario123 administrador bienvenido ' +
  'bienvenido1 bienvenida cambiame cambiame1 cambiame123 entrar123 acceso123 ' +
  'prueba123 prueba1234 trading123 opciones1 vigia123 vigia1234 '
)
  .trim()
  .split(' ');

const COMMON = new Set(
  [...dictionary.passwords, ...SPANISH].filter((password) => password.length >= PASSWORD_MIN_LENGTH),
);

/**
 * Returns why a password is too weak; empty if it is accepted. Checks the length, lists of well-known passwords and
 * `ownWords`; requires no mix of character types (OWASP ASVS 6.2).
 * @param ownWords words that an attacker tries first, such as the user's address
 */
export function weaknesses(password: string, ownWords: readonly string[] = []): readonly WeakPasswordReason[] {
  if (password.length < PASSWORD_MIN_LENGTH || password.length > PASSWORD_MAX_LENGTH) return ['length'];
  const lower = password.toLowerCase();
  const own = ownWords.flatMap((word) => [word, word.split('@')[0] ?? '']).map((word) => word.toLowerCase());
  return COMMON.has(lower) || own.includes(lower) || isRepeatedOrSequential(lower) ? ['pwned'] : [];
}

/**
 * Returns the difference between two character codes. From 9 to 0 it is 1, because 0 follows 9 in the number row of a
 * keyboard.
 */
const stepBetween = (left: number, right: number): number => (left === 0x39 && right === 0x30 ? 1 : right - left);

/** Returns true if all characters are equal or consecutive, up or down: `aaaaaaaa`, `12345678`, `hgfedcba`. */
function isRepeatedOrSequential(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = codes.slice(1).map((code, index) => stepBetween(codes[index] ?? 0, code));
  const [first = 0] = steps;
  return Math.abs(first) <= 1 && steps.every((step) => step === first);
}
