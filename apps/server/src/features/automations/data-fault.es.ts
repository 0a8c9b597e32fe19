import type { DataFault } from './data-fault.ts';

/** Why prices gave no signal, for the lists under '¿Por qué no opera?'. */
export const DATA_FAULTS_ES: Readonly<Record<DataFault, string>> = {
  backfilled: 'Los datos llegaron después de ocurrir: con datos recuperados no se da ninguna señal.',
  stale: 'El precio no era reciente: sin precio en vivo no se da ninguna señal.',
  frozen: 'El precio llevaba un minuto sin moverse: no era de fiar.',
  skewed: 'La hora del precio y la nuestra no coincidían: no era de fiar.',
  closed: 'El mercado estaba cerrado.',
};
