/** Raw content records with the fewest keys that a content file may have; ids and a few values are the caller's. */

export function rawFighter(id: number, more: object = {}) {
  return {
    id,
    last_name: `Ejemplo${id}`,
    first_name: 'Marta',
    title_holder: false,
    fighter_status: 'Active',
    thumbnail: `https://img.example.com/f/${id}.png`,
    profile_image: `https://img.example.com/p/${id}.png`,
    link: `https://www.example.com/fighter/${id}`,
    ...more,
  };
}

export function rawEvent(id: number, more: object = {}) {
  return {
    id,
    event_date: '2031-04-05T00:00:00Z',
    event_dategmt: '2031-04-06T02:00:00Z',
    end_event_dategmt: '2031-04-06T06:00:00Z',
    base_title: 'Noche de muestra',
    subtitle: 'Uno contra Otro',
    event_status: 'FINALIZED',
    ticket_general_sale_text: 'Entradas',
    isppvevent: false,
    corner_audio_available: false,
    last_modified: '2031-04-01T00:00:00Z',
    url_name: `noche-${id}`,
    ...more,
  };
}

export function rawFight(id: number, more: object = {}) {
  return { id, fightcard_order: 1, fighter1_id: 1, fighter2_id: 2, ...more };
}
