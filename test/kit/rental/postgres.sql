-- A shop that rents films: the same tables as in mariadb.sql and sqlite.sql, in three schemas.
create schema people;
create schema films;
create schema rentals;
create type films.rating as enum ('G', 'PG', 'PG-13', 'R', 'NC-17');
create domain people.mail as text check (value like '%@%');

create table people.country (country_id int primary key, country varchar(60) not null unique);
comment on table people.country is 'Countries in which customers live';

create table people.city (city_id int primary key, city varchar(60) not null, country_id int not null references people.country);

create table people.address (
  address_id int primary key, street varchar(80) not null, postal_code varchar(12), phone varchar(20),
  city_id int not null references people.city
);
create index address_by_city on people.address (city_id);

create table people.customer (
  customer_id int primary key, first_name varchar(45) not null, last_name varchar(45) not null, email people.mail unique,
  address_id int not null references people.address, active boolean not null default true, created_at timestamptz not null default now()
);
comment on table people.customer is 'Who rents films';
comment on column people.customer.email is 'Where receipts are sent';
create index customer_by_name on people.customer (last_name, first_name);
create index customer_by_mail on people.customer (lower(email));

create table people.staff (staff_id int primary key, first_name varchar(45) not null, last_name varchar(45) not null, reports_to int references people.staff);

create table films.language (language_id int primary key, name varchar(20) not null);
create table films.category (category_id int primary key, name varchar(25) not null unique);
create table films.actor (actor_id int primary key, first_name varchar(45) not null, last_name varchar(45) not null);

create table films.film (
  film_id int primary key, title varchar(255) not null, description text, release_year int check (release_year between 1888 and 2100),
  language_id int not null references films.language, original_language_id int references films.language,
  rental_days int not null default 3, rental_rate numeric(4,2) not null default 4.99, minutes int, rating films.rating default 'G', features text[],
  hours numeric(6,2) generated always as (minutes / 60.0) stored
);
comment on table films.film is 'Films that can be rented';
comment on column films.film.rental_rate is 'Price of one rental in USD';
create index film_by_title on films.film (title);

create table films.film_actor (actor_id int references films.actor, film_id int references films.film, primary key (actor_id, film_id));
create index film_actor_by_film on films.film_actor (film_id);
create table films.film_category (film_id int references films.film, category_id int references films.category, primary key (film_id, category_id));

create table rentals.store (store_id int primary key, manager_id int not null unique references people.staff, address_id int not null references people.address);
create table rentals.inventory (inventory_id int primary key, film_id int not null references films.film, store_id int not null references rentals.store, unique (store_id, inventory_id));

create table rentals.rental (
  rental_id int primary key, rented_at timestamptz not null, store_id int not null, inventory_id int not null, customer_id int not null references people.customer,
  returned_at timestamptz, staff_id int references people.staff,
  foreign key (store_id, inventory_id) references rentals.inventory (store_id, inventory_id), check (returned_at is null or returned_at >= rented_at)
);
create index rental_by_time on rentals.rental (rented_at);

create table rentals.payment (
  payment_id bigint not null, paid_at timestamptz not null, customer_id int not null references people.customer, rental_id int references rentals.rental, amount numeric(5,2) not null,
  primary key (payment_id, paid_at)
) partition by range (paid_at);
comment on table rentals.payment is 'Money received, by month';
create table rentals.payment_2024_01 partition of rentals.payment for values from ('2024-01-01') to ('2024-02-01');
create table rentals.payment_2024_02 partition of rentals.payment for values from ('2024-02-01') to ('2024-03-01');

create view rentals.sales_by_customer as select c.customer_id, c.last_name, sum(p.amount) as total from rentals.payment p join people.customer c using (customer_id) group by c.customer_id, c.last_name;
comment on view rentals.sales_by_customer is 'What each customer paid';
create materialized view films.films_by_category as select c.name as category, count(*) as films from films.film_category f join films.category c using (category_id) group by c.name;
create index films_by_category_name on films.films_by_category (category);

insert into people.country values (1, 'Norway'), (2, 'Peru');
insert into people.city values (1, 'Bergen', 1), (2, 'Lima', 2);
insert into people.address values (1, 'Strandgaten 1', '5013', null, 1), (2, 'Jirón 2', null, '+51 1 555', 2);
insert into people.customer (customer_id, first_name, last_name, email, address_id, created_at) select n, 'First' || n, 'Last' || n, 'c' || n || '@example.org', 1 + n % 2, '2024-01-01T00:00:00Z' from generate_series(1, 50) n;
insert into people.staff values (1, 'Ada', 'Berg', null), (2, 'Bo', 'Dal', 1);
insert into films.language values (1, 'English'), (2, 'Norsk');
insert into films.category values (1, 'Drama'), (2, 'Comedy');
insert into films.film (film_id, title, language_id, minutes, rating) select n, 'Film ' || n, 1, 80 + n, 'PG-13' from generate_series(1, 20) n;
insert into films.film_category select n, 1 + n % 2 from generate_series(1, 20) n;
insert into rentals.store values (1, 1, 1);
insert into rentals.inventory select n, n, 1 from generate_series(1, 20) n;
insert into rentals.rental select n, '2024-01-10T10:00:00Z', 1, 1 + n % 20, 1 + n % 50, null, 2 from generate_series(1, 200) n;
insert into rentals.payment select n, '2024-01-15T00:00:00Z'::timestamptz + n * interval '3 hours', 1 + n % 50, n, 4.99 from generate_series(1, 200) n;
refresh materialized view films.films_by_category;
analyze;
