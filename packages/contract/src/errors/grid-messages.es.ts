/** Messages of faults in the request of a grid. */
export const GRID_FAULT_ES = {
  csv: 'Una rejilla se prueba con historial, velas importadas o un archivo de precios guardado.',
  cells: (maximum: number) =>
    `Son demasiadas casillas: como mucho ${maximum} entre activos, temporalidades y duraciones.`,
};
