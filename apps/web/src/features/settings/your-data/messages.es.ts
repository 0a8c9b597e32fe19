import { formatCount } from '#shared/lib/format.ts';

export const yourDataMessages = {
  export: {
    title: 'Exportar mis datos',
    hint: 'Tu perfil, cuentas, operaciones, setups, señales, sesiones y registro de seguridad en un archivo JSON.',
    submit: 'Exportar',
    done: 'Tus datos están en tu carpeta de descargas',
    file: (day: string) => `vigia-mis-datos-${day}.json`,
  },
  record: {
    json: {
      title: 'Historial firmado',
      hint: 'Tus señales, resultados y operaciones con una prueba de cada una, para enseñarlo. Cualquiera lo comprueba sin conexión en /verificar o con «vigia verify --export».',
    },
    csv: {
      title: 'Historial firmado, en CSV',
      hint: 'Lo mismo, con una fila por hecho para una hoja de cálculo. También se comprueba en /verificar, pero solo tal como se descargó: si la hoja de cálculo lo guarda, ya no vale su firma.',
    },
    submit: 'Descargar',
    done: 'Tu historial firmado está en tu carpeta de descargas',
    file: (day: string, format: string) => `vigia-historial-${day}.${format}`,
  },
  logHead: {
    title: 'Registro verificable',
    none: 'Aún no hay ninguna cabeza firmada.',
    hint: (short: string, size: number, moment: string) =>
      `Cabeza ${short}, ${formatCount(size)} ${size === 1 ? 'hoja' : 'hojas'}, ${moment}. Cópiala y guárdala fuera de aquí: con ella «vigia verify --since» encuentra todo lo que se cambie después en señales, resultados y operaciones.`,
    copy: 'Copiar la cabeza del registro',
  },
  logMail: {
    title: 'La cabeza, cada día por correo',
    hint: 'Un correo al día con la última cabeza firmada. Guardarlo basta: fuera de aquí nadie puede cambiarlo, tampoco quien administra esta instalación.',
  },
  delete: {
    title: 'Eliminar cuenta',
    anonymousTitle: 'Eliminar la demo',
    hint: 'Borra tu cuenta y todo lo que guardamos de ti, al instante. No se puede deshacer.',
    anonymousHint: 'Borra esta demo y todo lo que guardamos de ella, al instante. No se puede deshacer.',
    open: 'Eliminar',
    text: 'Es inmediato y definitivo. Al confirmar se pierde:',
    lost: [
      'tu perfil y tus formas de entrar',
      'tu historial de operaciones, saldo simulado y estadísticas',
      'tus estrategias, setups y señales',
      'tus conexiones a brókers y tokens de bot, que dejan de funcionar',
    ],
    keep: 'El dinero en tus brókers no se toca: sigue en sus cuentas. Exporta tus datos antes si los quieres conservar.',
    keepExclusion:
      'Si tienes una autoexclusión en curso, se mantiene: guardamos solo una marca de tu correo, que no deja leerlo, y nada más.',
    password: 'Tu contraseña',
    passwordMissing: 'Escribe tu contraseña.',
    phrase: (phrase: string) => `Escribe ${phrase}`,
    phraseWrong: (phrase: string) => `Escribe exactamente: ${phrase}`,
    submit: 'Eliminar mi cuenta',
    gone: 'Tu cuenta se eliminó',
    goneText:
      'Borramos tus datos y cerramos todas tus sesiones: fue inmediato y es definitivo. Si tenías una autoexclusión en curso, se mantiene con una marca de tu correo, que no deja leerlo, y nada más. Gracias por haber probado Vigía.',
    close: 'Entendido',
  },
} as const;
