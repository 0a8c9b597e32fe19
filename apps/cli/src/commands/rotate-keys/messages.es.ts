export const ROTATE_KEYS_MESSAGES = {
  help: `Uso: vigia rotate-keys

Cambia la clave maestra: hace una nueva y vuelve a cifrar con ella cada clave que cifraba la anterior. Las credenciales de
los brókeres no se tocan y siguen funcionando, también con el servidor en marcha. Si se interrumpe, vuelve a ejecutarlo: sigue
donde quedó.

Una copia de seguridad hecha antes solo se abre con la clave de antes: guarda esa clave con la copia.
Si la clave viene de VIGIA_MASTER_KEY, pon la nueva en VIGIA_MASTER_KEY_NEXT antes de ejecutarlo.
`,
  noOptions: 'rotate-keys no lleva opciones.',
  done: (keyId: string, people: number): string =>
    `Clave maestra ${keyId} en uso. Claves de personas cifradas de nuevo: ${people}.`,
  file: 'La clave anterior ya no abre nada y su archivo se sustituyó.',
  environment: 'Ahora pon el valor de VIGIA_MASTER_KEY_NEXT en VIGIA_MASTER_KEY y quita VIGIA_MASTER_KEY_NEXT.',
} as const;
