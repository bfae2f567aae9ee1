select 'written last: birth dates of players, once they are in a family' as what, count(*) as count
from {labelled} as person
where person.label = 'i' and person.role = 'player' and person.date_of_birth is not null
