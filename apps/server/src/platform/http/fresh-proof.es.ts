const HOW = 'POST /api/v1/account/proof la da, y vale cinco minutos en la cabecera X-Vigia-Proof.';

/** Sentences of the documentation, by how a route demands a re-authentication proof. */
export const PROOF_NOTES = {
  always: `Pide confirmar que eres tú: ${HOW}`,
  some: `Según lo pedido, hay que confirmar que eres tú: ${HOW}`,
  own: `Pide confirmar que eres tú, también con lo que lleva el cuerpo: ${HOW}`,
} as const;
