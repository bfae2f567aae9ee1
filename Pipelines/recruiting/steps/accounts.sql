select scorebook.open_accounts(
    array(select person.id from {labelled} as person where person.label = 'i' order by person.id),
    array(select person.email from {labelled} as person where person.label = 'i' order by person.id)
)
