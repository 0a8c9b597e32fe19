/** Texts of the help page about verdicts (docs/spec/statistics.md §8). */
export const helpMessages = {
  title: 'Cuándo un acierto dice algo',
  intro:
    'Un 60 % de acierto puede ser oficio o suerte. Cada tarjeta lleva un veredicto que puedes mirar después de cada operación sin que mirarlo lo estropee. Así se calcula.',
  sections: [
    {
      title: 'El equilibrio',
      text: [
        'Con un pago del 85 %, quien acierta el 54.1 % ni gana ni pierde: es 1 ÷ (1 + 0.85). El acierto solo vale algo si está por encima de ese número, y con más margen del que da la suerte.',
      ],
    },
    {
      title: 'La apuesta contra ti',
      text: [
        'Imagina a alguien con $1 que, en cada operación tuya, apuesta una parte de lo que tiene a que ganas, al mismo pago que tú. Si no tienes ventaja, su juego es justo o peor: llegar a $40 le pasaría como mucho 1 vez de cada 40, por mucho que esperase.',
        'Por eso, cuando esa apuesta llega a $40, decimos «por encima del equilibrio». Otra persona apuesta al revés, a que pierdes: cuando llega a $40, decimos «por debajo».',
        'Si tu racha se tuerce, la apuesta baja y el veredicto se retira. Manda lo que hay hoy, no lo mejor que hubo.',
      ],
    },
    {
      title: 'Puedes mirar cuando quieras',
      text: [
        'Los intervalos corrientes valen para una sola mirada. Quien mira después de cada operación y para cuando le gusta, sin ventaja ninguna, acaba viendo «por encima» en una de cada cuatro veces. Aquí no: el límite del 2.5 % vale para todas las miradas juntas, y el intervalo de la tarjeta también. Por eso es más ancho.',
      ],
    },
    {
      title: 'Operaciones que se solapan',
      text: [
        'Dos operaciones abiertas a la vez comparten el mismo camino del precio: no son dos pruebas. Cuenta la primera, y las que empiezan antes de que termine no suman evidencia. Siguen contando en el acierto y en el dinero.',
        'Los empates y las anuladas devuelven la apuesta y no dicen nada.',
      ],
    },
    {
      title: 'Varias tarjetas a la vez',
      text: [
        'Con diez estrategias, alguna brillará por suerte. La primera que destaca necesita tantas veces $40 como tarjetas ves juntas; las siguientes, menos. La tarjeta dice con cuánto se decide.',
      ],
    },
    {
      title: 'Lo que filtras no tiene veredicto',
      text: [
        'Si eliges operaciones después de verlas (un activo, una semana, solo las del martes), siempre hay una selección que parece buena. El historial filtrado muestra las cifras, pero no un veredicto.',
      ],
    },
  ],
  needed: {
    title: 'Cuántas operaciones hacen falta',
    text: 'Con un pago del 85 % y operaciones que no se solapan, una sola tarjeta se decide en 4 de cada 5 casos antes de:',
    rate: 'Acierto real',
    trades: 'Operaciones',
    moreThan: (count: string) => `más de ${count}`,
  },
  outside:
    'Puedes comprobarlo fuera de la app con cualquier archivo de operaciones: «vigia verdict --trades mis-operaciones.csv».',
} as const;
