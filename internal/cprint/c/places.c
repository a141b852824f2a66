<%- /* Objects of a printed program whose addresses are inputs. See ctext.go. */ -%>
<%- /* Addresses that are inputs. The dot is the number of the objects that they may lead to. */ -%>
<% define "places" -%>
};

static void tandem_made(int site, int occ, tandem_ptr at) {
  int i;
  for (i = 0; i < <%.%>; i++)
    if (tandem_places[i].site == site && tandem_places[i].occ == occ)
      tandem_places[i].at = at;
}

static void tandem_missing(int site, int occ) __attribute__((noreturn));

static unsigned long long tandem_value(const struct tandem_record *r) {
  if (!r->at)
    return r->bits;
  if (!tandem_places[r->at - 1].at)
    tandem_missing(r->site, r->occ);
  return (tandem_ptr)(tandem_places[r->at - 1].at + (tandem_ptr)r->bits);
}

<% end %>
