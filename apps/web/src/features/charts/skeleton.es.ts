/** Texts of the chart card while its code loads. The other texts load with it. */
export const chartSkeletonMessages = { loading: 'Cargando velas' } as const;
