/** Sentences for failures that no response of the server explains. */
export const MESSAGES = {
  timeout: (seconds: number): string => `Vigía no respondió en ${seconds} s. No se sabe si hizo lo que se le pidió.`,
  unreachable: (origin: string): string => `No se pudo conectar con Vigía en ${origin}.`,
  unreadable: (origin: string): string => `Lo que respondió ${origin} no es una respuesta de Vigía.`,
  refused: (status: number): string => `Vigía rechazó la petición (${status}).`,
} as const;
