"""Pages on which the same words stand in many rows, beside what cannot be taken back; each press has its address."""

from __future__ import annotations


def button(words: str, path: str) -> str:
    return f"<form action=/do/{path} method=post><button>{words}</button></form>"


def link(words: str, path: str) -> str:
    return f"<a href=/do/{path}>{words}</a>"


def library() -> str:
    def row(one: str, title: str, author: str, third: str) -> str:
        more = third and button(third, f"hold/{one}")
        return f"<li><h3>{title}</h3><p>by {author}</p>{more}{link('Add to list', f'list/{one}')}</li>"

    return (
        "<h1>Results for: hills</h1><ul>"
        + row("a", "Blue Hills", "Ann Moor", "Place hold")
        + row("b", "The Green Hills of Earth", "R. Heath", "Place hold")
        + row("c", "Hills and Valleys", "Ann Moor", "")
        + row("d", "White Elephants", "E. Hem", "Place hold")
        + "</ul><h2>Your loans</h2><table><tr><th>Title<th>Due<th>Do"
        + f"<tr><td>Winter Birds<td>3 May<td>{button('Renew', 'renew/w')}{button('Return', 'return/w')}"
        + f"<tr><td>Summer Birds<td>9 May<td>{button('Return', 'return/s')}</table>"
        + button("Cancel all holds", "cancelall")
    )


def forum() -> str:
    def comment(one: str, who: str, words: str, inner: str = "", own: bool = False) -> str:
        does = f"{button('Delete', f'delete/{one}')}{link('Edit', f'edit/{one}')}" if own else ""
        flag = "" if own else button("Flag", f"flag/{one}")
        return (
            f"<article><header>{who} · 2 hours ago</header><p>{words}</p>{link('Reply', f'reply/{one}')}{flag}{does}"
            f"{button('Upvote', f'up/{one}')}{inner}</article>"
        )

    return "<h1>Which bread knife?</h1>" + (
        comment("1", "marta", "Any serrated one will do.", comment("2", "piet", "Not for rye, it will not."))
        + comment("3", "lou", "I sharpen mine.", comment("4", "you", "On a stone?", own=True))
        + comment("5", "sam_k", "Buy cheap pills at my shop")
        + button("Lock thread", "lock")
        + button("Mute marta", "mute/marta")
    )


def bank() -> str:
    def account(one: str, name: str, sum_: str, more: str = "") -> str:
        return (
            f"<tr><td>{name}<td>{sum_}<td>{link('Statement', f'statement/{one}')}"
            f"{button('Transfer', f'transfer/{one}')}{more}"
        )

    return (
        "<h1>Accounts</h1><table><tr><th>Account<th>Balance<th>Do"
        + account("cur", "Current account", "1,200.00")
        + account("sav", "Savings account", "9,000.00", button("Close account", "close/sav"))
        + account("joint", "Joint account", "310.00")
        + "</table><h2>Standing orders</h2><ul>"
        + f"<li>Rent 700.00 monthly {button('Edit', 'so/edit/rent')}{button('Stop', 'so/stop/rent')}"
        + f"<li>Gym 29.00 monthly {button('Edit', 'so/edit/gym')}{button('Stop', 'so/stop/gym')}"
        + "</ul><h2>Cards</h2>"
        + f"<div><b>Debit card ··12</b> {button('Freeze', 'freeze/12')}{button('Report lost', 'lost/12')}</div>"
        + f"<div><b>Credit card ··77</b> {button('Unfreeze', 'unfreeze/77')}{button('Report lost', 'lost/77')}</div>"
    )


def shop() -> str:
    def item(one: str, name: str, price: str, out: bool = False) -> str:
        way = button("Notify me", f"notify/{one}") if out else button("Add to basket", f"add/{one}")
        return (
            f"<div><h3>{link(name, f'see/{one}')}</h3><span>{price}</span>{way}{button('♡ Save', f'save/{one}')}</div>"
        )

    return (
        "<h1>Lamps</h1>"
        + item("desk", "Desk lamp Arc", "39.00")
        + item("floor", "Floor lamp Pine", "89.00")
        + item("bed", "Bedside lamp Arc", "25.00", out=True)
        + "<h2>Basket</h2><table><tr><th>Item<th>Count<th>Do"
        + f"<tr><td>Bulb E27<td>2<td>{button('Remove', 'rm/bulb')}{button('Save for later', 'later/bulb')}"
        + f"<tr><td>Cable 3 m<td>1<td>{button('Remove', 'rm/cable')}{button('Save for later', 'later/cable')}</table>"
        + button("Empty basket", "empty")
        + button("Place order", "order")
    )


def people() -> str:
    def user(one: str, name: str, role: str, suspended: bool = False) -> str:
        state = button("Reinstate", f"reinstate/{one}") if suspended else button("Suspend", f"suspend/{one}")
        return (
            f"<tr><td>{name}<td>{role}<td>{link('Edit', f'user/{one}')}{state}"
            f"{button('Reset password', f'reset/{one}')}{button('Delete', f'rmuser/{one}')}"
        )

    return (
        "<h1>Users</h1><table><tr><th>Name<th>Role<th>Do"
        + user("kim", "Kim Lee", "Editor")
        + user("lee", "Lee Kimura", "Admin")
        + user("ada", "Ada Byron", "Editor", suspended=True)
        + "</table>"
        + button("Invite user", "invite")
        + button("Delete inactive users", "purge")
        + "<h2>Branches</h2><ul>"
        + f"<li>main <em>protected</em> {link('Log', 'log/main')}"
        + f"<li>fix-login {link('Log', 'log/fix')}{button('Merge', 'merge/fix')}{button('Delete branch', 'rmb/fix')}"
        + f"<li>fix-logout {link('Log', 'log/out')}{button('Delete branch', 'rmb/out')}</ul>"
    )


def calendar() -> str:
    def event(one: str, at: str, what: str, invited: bool = False) -> str:
        does = (
            f"{button('Accept', f'yes/{one}')}{button('Decline', f'no/{one}')}"
            if invited
            else f"{link('Edit', f'event/{one}')}{button('Cancel event', f'cancel/{one}')}"
        )
        return f"<li><time>{at}</time> <strong>{what}</strong> {does}"

    return (
        "<h1>Week 23</h1><h2>Monday</h2><ul>"
        + event("standup", "09:00", "Stand-up")
        + event("dent", "14:00", "Dentist")
        + "</ul><h2>Tuesday</h2><ul>"
        + event("review", "10:00", "Design review", invited=True)
        + event("lunch", "12:30", "Lunch with Ola", invited=True)
        + "</ul><h2>Wednesday</h2><p>Nothing planned.</p>"
        + button("New event", "new")
        + button("Decline all", "declineall")
    )


def mail() -> str:
    def letter(one: str, who: str, subject: str, listed: bool = False) -> str:
        off = button("Unsubscribe", f"unsub/{one}") if listed else ""
        return (
            f"<tr><td>{who}<td>{link(subject, f'read/{one}')}<td>{button('Archive', f'archive/{one}')}"
            f"{button('Delete', f'trash/{one}')}{button('Spam', f'spam/{one}')}{off}"
        )

    return (
        "<h1>Inbox</h1><table><tr><th>From<th>Subject<th>Do"
        + letter("inv", "Oak Garage", "Invoice 2210")
        + letter("news", "Oak Weekly", "News of the week", listed=True)
        + letter("mum", "Mum", "Sunday?")
        + "</table><h2>Open draft</h2><form action=/do/send method=post><label>To <input name=to></label>"
        + "<label>Subject <input name=subject></label><button>Send</button>"
        + "<button formaction=/do/discard>Discard</button></form>"
        + button("Empty trash", "emptytrash")
    )


def task(one: str, name: str, due: str) -> str:
    """A row whose buttons stand before its words."""
    does = button("Done", f"done/{one}") + button("Delete", f"del/{one}")
    return f"<div class=row><div>{does}</div><div>{name}</div><div>{due}</div></div>"


def tasks() -> str:
    rows = task("a", "Paint fence", "due Friday") + task("b", "Paint shed", "due Sunday") + task("c", "Call Rosa", "")
    return f"<h1>Tasks</h1><div>{rows}</div>{button('Delete completed', 'delall')}"


def jobs() -> str:
    """Nothing but headings tells one from the next."""
    there = (("n", "Night nurse", "St Mary"), ("d", "Day nurse", "St Paul"), ("p", "Porter", "St Mary"))
    return "<h1>Jobs</h1>" + "".join(
        f"<h3>{name}</h3><p>{where}</p>{link('Apply', f'apply/{one}')} {button('Hide', f'hide/{one}')}"
        for one, name, where in there
    )


def hosts() -> str:
    there = (("web1", "running"), ("web2", "stopped"), ("db1", "running"))
    rows = (
        f"<dt>{name}<dd>{state} {button('Restart', f'restart/{name}')}{button('Destroy', f'destroy/{name}')}"
        for name, state in there
    )
    return f"<h1>Hosts</h1><dl>{''.join(rows)}</dl>"


def thread() -> str:
    def post(one: str, words: str, inner: str = "") -> str:
        return f"<li><p>{words}</p>{link('Reply', f'reply/{one}')}{button('Report', f'report/{one}')}{inner}</li>"

    inner = f"<ul>{post('cleo', 'Cleo: but pretty')}</ul>"
    there = post("ben", "Ben: steep one", inner) + post("dan", "Dan: too far")
    return f"<h1>Trails</h1><ul>{there}</ul>{button('Report thread', 'report/all')}"


def plans() -> str:
    def plan(name: str, price: int, words: str, path: str) -> str:
        return f"<section class=plan><h2>{name}</h2><p>{price} a month</p>{button(words, path)}</section>"

    there = plan("Basic", 5, "Choose", "choose/basic") + plan("Pro", 15, "Choose", "choose/pro")
    return f"<h1>Plans</h1>{there}{plan('Team', 40, 'Contact us', 'contact')}{button('Cancel plan', 'cancelplan')}"


def files() -> str:
    there = (("r23", "report-2023.pdf", "2 MB"), ("r24", "report-2024.pdf", "3 MB"), ("p", "photo.jpg", "9 MB"))
    rows = (
        f"<tr><td>{link(name, f'open/{one}')}<td>{size}<td>{link('Download', f'dl/{one}')}"
        f"{button('Share', f'share/{one}')}{button('Rename', f'ren/{one}')}{button('Move to bin', f'bin/{one}')}"
        for one, name, size in there
    )
    return f"<h1>Files</h1><table><tr><th>Name<th>Size<th>Do{''.join(rows)}</table>"


def rooms() -> str:
    return (
        f"<h1>Rooms</h1><ul><li><b>Room 4</b> Mon 10:00 {button('Release', 'rel/4')}"
        f"<li><b>Room 14</b> Mon 11:00 {button('Release', 'rel/14')}<li><b>Room 7</b> Tue 10:00 <i>taken by Uma</i>"
        f"<li><b>Room 9</b> free {button('Book', 'book/9')}</ul>"
    )


def contacts() -> str:
    there = (("m1", "Maria Silva"), ("m2", "Marian Silva"), ("m3", "Mario Silva"))
    rows = (
        f"<tr><td>{name}<td>{button('Call', f'call/{one}')}{button('Block', f'block/{one}')}" for one, name in there
    )
    return f"<h1>Contacts</h1><table>{''.join(rows)}<tr><td>Zed Stone<td>{button('Unblock', 'unblock/z')}</table>"


def recipes() -> str:
    """Cards whose headings lead to what they are about."""
    there = (("t", "Tomato soup", "Eva"), ("p", "Pea soup", "Ola"), ("b", "Bread", "Eva"))
    cards = (
        f"<div class=card><a href=/do/see/{one}><h3>{name}</h3></a><span>{who}</span><div>"
        f"{button('Like', f'like/{one}')}{button('Save', f'save/{one}')}{button('Remove', f'rm/{one}')}</div></div>"
        for one, name, who in there
    )
    return f"<main><div>{''.join(cards)}</div></main>"


def issues() -> str:
    there = (("12", "Crash on start", "mia"), ("21", "Crash on exit", "noa"), ("7", "Typo", "mia"))
    rows = (
        f"<li>{link(name, f'open/{one}')} <small>#{one} by {who}</small> {button('Close', f'close/{one}')}"
        f"{button('Assign me', f'assign/{one}')}"
        for one, name, who in there
    )
    return f"<h1>Issues</h1><ol>{''.join(rows)}</ol>{button('Close all', 'closeall')}"
