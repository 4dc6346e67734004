"""What a user wants of witnesses, in a small language: `prefer` and `avoid` are wishes, `require` is a condition.

    prefer rows(orders) >= 2
    prefer orders.status in ('paid', 'open')
    require customers.age between 18 and 99
    avoid null
    avoid null in customers.city

A wish makes a witness better that fulfils it, among those of the same grade. A requirement holds for every row of the
table: no witness breaks it, and a proof that rests on it says so.
"""
